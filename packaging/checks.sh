# shellcheck shell=bash
# Sourced by script/release: what --check does besides.
# shellcheck disable=SC2154 # its variables are script/release's

# Every test again, with the program linked as it is handed out. Those of single commands are in them.
check_static() {
  if [ -z "$is_static" ]; then
    without 'the tests of the static build' 'there is none'
  else
    RUSTFLAGS="${static_flags[*]}" cargo test --quiet --locked --package gush --features png --target "$target" --no-fail-fast
    say 'checked: the tests of the static build'
  fi
}

# The same values and bytes on another architecture.
check_aarch64() {
  local arm=aarch64-unknown-linux-gnu
  if ! have aarch64-linux-gnu-gcc || ! have qemu-aarch64; then
    without 'the tests on aarch64' \
      'a cross-compiler and qemu are missing (gcc-aarch64-linux-gnu, libc6-dev-arm64-cross, qemu-user on Debian)'
  elif ! rustup target add "$arm" 2>/dev/null; then
    without 'the tests on aarch64' "the standard library for $arm cannot be installed"
  else
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER='qemu-aarch64 -L /usr/aarch64-linux-gnu'
    cargo test --quiet --locked --target "$arm" --package gusher --lib -- rng text
    cargo test --quiet --locked --target "$arm" --package gusher --test pinned
    cargo test --quiet --locked --target "$arm" --package gush-columnar --lib
    say 'checked: the random functions, the generators and the encoders on aarch64'
  fi
}

# Types only, which takes neither a linker nor a C compiler for macOS.
check_macos() {
  local mac
  for mac in x86_64-apple-darwin aarch64-apple-darwin; do
    if rustup target add "$mac" 2>/dev/null; then
      CC=true AR=true cargo check --quiet --locked --workspace --all-targets --target "$mac"
      say "checked: the types of all targets for $mac"
    else
      without "the types for $mac" 'its standard library cannot be installed'
    fi
  done
}

# The program for Windows, run by Wine: the same bytes, messages and exit codes as on Linux.
check_windows() {
  local windows=x86_64-pc-windows-gnu program
  if ! have x86_64-w64-mingw32-gcc || ! have wine; then
    without 'the program for Windows' 'a cross-compiler and Wine are missing (gcc-mingw-w64-x86-64 and wine64 on Debian)'
  elif ! rustup target add "$windows" 2>/dev/null; then
    without 'the program for Windows' "the standard library for $windows cannot be installed"
  else
    cargo build --quiet --locked --package gush --features png --target "$windows"
    program=$work/windows
    mkdir -p "$program"
    cp "$folder/$windows/debug/gush.exe" "$program"
    x86_64-w64-mingw32-gcc -shared -o "$program/bcryptprimitives.dll" packaging/bcryptprimitives.c -ladvapi32
    WINEPREFIX=$work/wine WINEDEBUG=-all packaging/windows.py "$gush" "$program/gush.exe"
    say 'checked: the program for Windows under Wine'
  fi
}

check_oldest() {
  local oldest
  oldest=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
  if rustup toolchain install "$oldest" --profile minimal 2>/dev/null; then
    cargo "+$oldest" check --quiet --locked --workspace
    say "checked: Rust $oldest"
  else
    without "a build by Rust $oldest" 'it cannot be installed'
  fi
}

check_spark() {
  if have python3 && java -version >/dev/null 2>&1; then
    script/python spark
    say 'checked: the Python package on Spark'
  else
    without 'the tests on Spark' 'Python or Java is not installed (python3 and default-jre-headless on Debian)'
  fi
}

# Licences, known vulnerabilities and sources of the dependencies.
check_dependencies() {
  if cargo deny --version >/dev/null 2>&1; then
    cargo deny --log-level error check
    say 'checked: the dependencies (cargo deny)'
  else
    without 'cargo deny check' 'cargo-deny is not installed (cargo install --locked cargo-deny)'
  fi
}

# Each fuzz target for a minute, from its seeds. What it finds is an error.
check_fuzz() {
  local target corpus
  if ! cargo +nightly fuzz --version >/dev/null 2>&1; then
    without 'the fuzz targets' 'a nightly compiler or cargo-fuzz is not installed (rustup toolchain install nightly; cargo install cargo-fuzz)'
    return
  fi
  for target in fuzz/fuzz_targets/*.rs; do
    target=$(basename "$target" .rs)
    corpus=$work/corpus/$target
    mkdir -p "$corpus"
    cargo +nightly fuzz run --sanitizer none "$target" "$corpus" "fuzz/seeds/$target" -- \
      -max_total_time=60 -timeout=20 -rss_limit_mb=2000 -print_final_stats=0 -verbosity=0
  done
  say 'checked: the fuzz targets, a minute each'
}

# The library with fewer locales: script/test checks its types alone, as it builds all of it once more.
check_locales() {
  cargo test --quiet --locked -p gusher --no-default-features --features locale-en --test locales
  say 'checked: the library with the locales of English alone'
}

check_all() {
  check_dependencies
  if have rustup; then
    check_oldest
    check_macos
    check_aarch64
    check_windows
  else
    without 'other platforms and compilers' 'rustup is not installed'
  fi
  check_static
  check_locales
  check_spark
  check_fuzz
}
