{
  description = "gusher: test data at pipe speed";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      each = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
    in {
      packages = each (pkgs: {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = "gusher";
          version = "0.1.0";
          src = self;
          cargoLock.lockFile = ./Cargo.lock;
          cargoBuildFlags = [ "--package" "gush" "--features" "png" ];
          # The tests run against servers and browsers: script/test.
          doCheck = false;
          nativeBuildInputs = [ pkgs.installShellFiles ];
          postInstall = ''
            $out/bin/gush man man1
            installManPage man1/*.1
            for shell in bash zsh fish; do $out/bin/gush rows --completion $shell > gush.$shell; done
            installShellCompletion gush.bash gush.fish --zsh gush.zsh
          '';
        };
      });
    };
}
