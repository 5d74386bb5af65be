# shellcheck shell=bash
# Which Debian packages Assay needs, and how the missing ones get installed. Sourced by installers/run and
# tests/run.

buildPackages=(
    build-essential cmake ninja-build pkg-config
    libboost1.81-dev libboost-json1.81-dev libboost-program-options1.81-dev
    libssl-dev zlib1g-dev libzstd-dev libsqlite3-dev libsqlitecpp-dev
    qt6-base-dev qt6-charts-dev libqt6opengl6-dev qt6-svg-dev libqt6svg6
    fonts-dejavu-core # text in charts that are drawn without a display
)

# shellcheck disable=SC2034 # used by tests/run
testPackages=(
    libgtest-dev libgmock-dev
    nginx xvfb xauth dbus-daemon
    openjdk-17-jdk-headless # one of the mechanisms that start processes
)

die() {
    printf '%s\n' "$*" >&2
    exit 3
}

asRoot() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        die "Packages must be installed, which needs root. Run this as root, or install sudo."
    fi
}

isInstalled() {
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# installPackages NAME …: installs those that are missing, without removing anything and without starting the
# services that some bring along.
installPackages() {
    command -v apt-get >/dev/null ||
        die "This script installs Debian packages and found no apt-get. Assay is made for Debian 12."
    local package missing=()
    for package in "$@"; do
        isInstalled "$package" || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0

    printf 'Installing: %s\n' "${missing[*]}"
    local policy=/usr/sbin/policy-rc.d
    if [ ! -e "$policy" ]; then
        trap 'asRoot rm -f '"$policy" EXIT
        printf '#!/bin/sh\nexit 101\n' | asRoot tee "$policy" >/dev/null
        asRoot chmod 755 "$policy"
    fi
    asRoot apt-get update
    asRoot env DEBIAN_FRONTEND=noninteractive \
        apt-get install --yes --no-install-recommends --no-remove "${missing[@]}" ||
        die "The packages could not be installed; apt-get says above why. If it would have to remove Boost 1.74's" \
            "development packages (they conflict with 1.81), remove them yourself, then run this again."
    if [[ " ${missing[*]} " == *" nginx "* ]] && [ -d /run/systemd/system ]; then
        asRoot systemctl disable --quiet nginx.service # the tests start their own
    fi
    if [ -n "$(trap -p EXIT)" ]; then
        trap - EXIT
        asRoot rm -f "$policy"
    fi
}
