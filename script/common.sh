# shellcheck shell=bash
# Sourced by the scripts beside it: where the repository is, how they speak, and a PATH on which an ordinary
# installation of Rust, of Go and of the system's tools is found, however bare the environment.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit

for folder in "${CARGO_HOME:-${HOME:-/nonexistent}/.cargo}/bin" /usr/local/bin /opt/homebrew/bin \
  /usr/local/go/bin /usr/sbin /sbin; do
  case ":$PATH:" in
  *":$folder:"*) ;;
  *) PATH=$PATH:$folder ;;
  esac
done
export PATH

# One line about what is being done.
say() { printf '== %s\n' "$*" >&2; }

have() { command -v "$1" >/dev/null 2>&1; }

# Whether Rust's own library is there for programs in browsers.
has_wasm_target() { [ -d "$(rustc --print sysroot 2>/dev/null)/lib/rustlib/wasm32-unknown-unknown" ]; }

# One virtual environment below the target folder, with what the black-box tests and those of the Python package run against.
venv=${CARGO_TARGET_DIR:-target}/venv

python_packages() { cat tests/requirements.txt python/requirements.txt; }

# The copy of the lists is made last, so it says that all of it is there.
has_venv() { python_packages | cmp -s - "$venv/requirements.txt" && "$venv/bin/python" -c '' 2>/dev/null; }

# Most modules are never imported: what is compiles itself then.
make_venv() {
  rm -rf "$venv"
  python3 -m venv "$venv" &&
    "$venv/bin/python" -m pip install --disable-pip-version-check --no-compile --quiet -r tests/requirements.txt -r python/requirements.txt &&
    python_packages >"$venv/requirements.txt"
}

# Another one, whose DuckDB has the extensions for tables of Delta Lake and Iceberg. It is as large again, so only who wants it has it.
make_lakes() {
  local lakes=${CARGO_TARGET_DIR:-target}/lakes
  rm -rf "$lakes"
  python3 -m venv "$lakes" && "$lakes/bin/python" -m pip install --disable-pip-version-check --no-compile --quiet -r tests/lakes.txt
}
