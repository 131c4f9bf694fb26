# shellcheck shell=bash
# Sourced by script/release: a function for each kind of package. They take the program and what lies beside it from
# $tree, which is what is installed below /usr, and leave the package in $dist.
# shellcheck disable=SC2154 # its variables are script/release's

summary='Test data at pipe speed'
description="Makes believable test data in many formats at the speed of a pipe, and
measures what a pipe can take. /usr/libexec/gush has it by the names yes, pv
and fakedata."
mail=maintainers@gusher.invalid
# What is linked in, too: THIRD-PARTY.txt has the texts.
licences='MIT AND Apache-2.0 AND BSD-2-Clause AND BSD-3-Clause AND Zlib AND Unicode-3.0 AND CC-BY-4.0'

# Whether what lies in a folder runs, by each of its names.
runs() {
  local bin=$1/bin/gush links=$1/libexec/gush
  [ "$("$bin" --version)" = "gush (gusher) $version" ] &&
    [ "$("$bin" rows -l 1000 --seed 1 -f csv id=seq name email | tail -n 1 | cut -d , -f 1)" = 1000 ] &&
    [ "$("$links/yes" -n 2 a)" = $'a\na' ] &&
    [ "$("$links/fakedata" -l 1 int:4,4)" = 4 ] &&
    [ "$(echo x | "$links/pv" -q)" = x ] &&
    compgen -G "$1/share/man/man1/gush-rows.1*" >/dev/null &&
    [ -s "$1/share/bash-completion/completions/gush" ] &&
    compgen -G "$1/share/doc/gusher*/*" >/dev/null
}

# Fails unless what was unpacked into a folder runs.
verify() {
  if ! runs "$2"; then
    echo "$1 does not run as installed" >&2
    exit 1
  fi
  say "made and tried: $1"
}

# Packs a folder of $work. The same files make the same bytes where tar is GNU's.
pack() {
  local same=()
  if tar --version | grep -q GNU; then same=(--sort=name --owner=0 --group=0 --numeric-owner "--mtime=@$SOURCE_DATE_EPOCH"); fi
  tar -C "$work" ${same[@]+"${same[@]}"} -cf - "$1" | gzip -9n >"$dist/$1.tar.gz"
}

make_archive() {
  cp -R "$tree" "$work/$name"
  pack "$name"
  mkdir "$work/from-tar"
  tar -C "$work/from-tar" -xzf "$dist/$name.tar.gz"
  verify "$name.tar.gz" "$work/from-tar/$name"
}

# What Debian wants of the documentation: a file of licences, a changelog of its own form, the rest compressed.
debian_documentation() {
  local folder=$1
  {
    printf 'gusher\n\nFiles: *\nCopyright: the gusher authors\nLicense: MIT\n\n'
    cat "$folder/LICENSE"
    printf '\nThe works that the word lists come from are in NOTICE.gz, those that are linked in in THIRD-PARTY.txt.gz.\n'
  } >"$folder/copyright"
  printf 'gusher (%s) stable; urgency=low\n\n  * CHANGELOG.md.gz has what changed.\n\n -- The gusher authors <%s>  %s\n' \
    "$version" "$mail" "$(LC_ALL=C date -uRd "@$SOURCE_DATE_EPOCH")" >"$folder/changelog"
  rm "$folder/LICENSE"
  gzip -9n "$folder/changelog" "$folder"/[A-Z]*
}

make_deb() {
  local arch root=$work/deb file depends=''
  arch=$(dpkg --print-architecture)
  file=gusher_${version}_$arch.deb
  if [ "$target" = "$host" ]; then depends='Depends: libc6, libgcc-s1'; fi
  mkdir -p "$root/DEBIAN"
  cp -R "$tree" "$root/usr"
  gzip -9n "$root"/usr/share/man/man1/*.1
  mkdir "$root/usr/share/zsh/vendor-completions"
  mv "$root/usr/share/zsh/site-functions/_gush" "$root/usr/share/zsh/vendor-completions"
  rmdir "$root/usr/share/zsh/site-functions"
  debian_documentation "$root/usr/share/doc/gusher"
  sed '/^$/d' >"$root/DEBIAN/control" <<END
Package: gusher
Version: $version
Architecture: $arch
Maintainer: The gusher authors <$mail>
Installed-Size: $(du -ks "$root/usr" | cut -f 1)
$depends
Section: utils
Priority: optional
Description: ${summary,}
 ${description//$'\n'/$'\n' }
END
  (cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
  chmod -R u=rwX,go=rX "$root"
  dpkg-deb --root-owner-group -Zxz --build "$root" "$dist/$file" >/dev/null
  if have lintian; then
    # That it is static, with the addresses of its code fixed, is meant; and it is built from no source package.
    lintian --allow-root --fail-on error,warning --suppress-tags \
      statically-linked-binary,embedded-library,hardening-no-pie,bogus-mail-host,initial-upload-closes-no-bugs \
      "$dist/$file" 2>&1 | tee "$work/lintian.log" || {
      cat "$work/lintian.log" >&2
      exit 1
    }
  fi
  dpkg-deb -x "$dist/$file" "$work/from-deb"
  verify "$file" "$work/from-deb/usr"
}

make_rpm() {
  local file
  cat >"$work/gusher.spec" <<END
Name: gusher
Version: $version
Release: 1
Summary: $summary
License: $licences
%description
$description
%install
mkdir -p %{buildroot}
cp -R $tree %{buildroot}/usr
%files
/usr/bin/gush
/usr/libexec/gush
/usr/share/man/man1/*
/usr/share/bash-completion/completions/gush
/usr/share/zsh/site-functions/_gush
/usr/share/fish/vendor_completions.d/gush.fish
/usr/share/gush
%doc /usr/share/doc/gusher
%license /usr/share/doc/gusher/LICENSE
%license /usr/share/doc/gusher/NOTICE
%license /usr/share/doc/gusher/THIRD-PARTY*
END
  rpmbuild --quiet -bb --define "_topdir $work/rpm" --define '_build_id_links none' --define '__strip /bin/true' \
    --define '_buildhost localhost' --define 'use_source_date_epoch_as_buildtime 1' \
    --define 'clamp_mtime_to_source_date_epoch 1' "$work/gusher.spec" >"$work/rpm.log" 2>&1 || {
    cat "$work/rpm.log" >&2
    exit 1
  }
  file=$(basename "$work"/rpm/RPMS/*/*.rpm)
  cp "$work"/rpm/RPMS/*/*.rpm "$dist"
  rpm2cpio "$dist/$file" >"$work/rpm.cpio"
  mkdir "$work/from-rpm"
  (cd "$work/from-rpm" && cpio -idm --quiet <"$work/rpm.cpio")
  verify "$file" "$work/from-rpm/usr"
}

# buildah with a store of its own, which goes with the other temporary files. It needs no daemon.
own_buildah() { buildah --root "$work/store" --runroot "$work/store-run" --storage-driver vfs "$@"; }

has_docker() { have docker && docker info >/dev/null 2>&1; }

# An image of the program and its licences, by Docker where it runs, or else by buildah.
make_image() {
  local file=$dist/gusher-$version-image.tar image=gusher:$version container rows
  mkdir "$work/image"
  cp packaging/Dockerfile "$work/image"
  cp "$tree/bin/gush" "$tree"/share/doc/gusher/{LICENSE,NOTICE,THIRD-PARTY*} "$work/image"
  if has_docker; then
    docker build --quiet --tag "$image" "$work/image" >/dev/null
    docker save --output "$file" "$image"
    rows=$(docker run --rm "$image" rows -l 3 --seed 1 seq)
  else
    own_buildah bud --quiet --isolation chroot --timestamp "$SOURCE_DATE_EPOCH" --tag "$image" "$work/image" >/dev/null
    own_buildah push --quiet "$image" "docker-archive:$file:$image"
    container=$(own_buildah from "$image")
    rows=$(own_buildah run --isolation chroot "$container" -- /gush rows -l 3 --seed 1 seq)
  fi
  if [ "$rows" != $'1\n2\n3' ]; then
    echo "the image does not make three rows, but '$rows'" >&2
    exit 1
  fi
  if (($(wc -c <"$file") >= 25000000)); then
    echo 'the image is not below 25 MB' >&2
    exit 1
  fi
  say "made and tried: $(basename "$file")"
}

# A formula for Homebrew, which has the address of this machine, as there is no public one yet.
make_formula() {
  local folder sum
  folder=$(cd "$dist" && pwd)
  sum=$(sum256 "$dist/$name.tar.gz" | cut -d ' ' -f 1)
  cat >"$dist/gusher.rb" <<END
# gusher for Homebrew. The addresses are those of the machine it was made on: put the public ones in their place.
class Gusher < Formula
  desc "$summary"
  homepage "file://$folder"
  url "file://$folder/$name.tar.gz"
  version "$version"
  sha256 "$sum"
  license "MIT"

  def install
    bin.install "bin/gush"
    libexec.install Dir["libexec/gush/*"]
    man1.install Dir["share/man/man1/*"]
    bash_completion.install "share/bash-completion/completions/gush"
    zsh_completion.install "share/zsh/site-functions/_gush"
    fish_completion.install "share/fish/vendor_completions.d/gush.fish"
    doc.install Dir["share/doc/gusher/*"]
  end

  test do
    assert_equal "1\n2\n3\n", shell_output("#{bin}/gush rows -l 3 seq")
  end
end
END
  if have ruby; then ruby -c "$dist/gusher.rb" >/dev/null; fi
  say 'made: gusher.rb'
}
