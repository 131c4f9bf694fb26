"""Database servers of a tool's own, with their data in a folder."""

import os
import pwd
import shutil
import subprocess
import sys
import time
from pathlib import Path


class PostgreSQL:
    """A PostgreSQL server with its data in a folder, which nobody else reaches."""

    def __init__(self, folder):
        self.folder = folder
        self.programs = programs = programs_folder()
        self.address = ["-h", str(folder), "-U", "postgres"]
        self.psql = [str(programs / "psql"), "-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", str(folder), "-U", "postgres", "postgres"]
        user = None
        if os.geteuid() == 0:
            user = "postgres" if any(entry.pw_name == "postgres" for entry in pwd.getpwall()) else "nobody"
            shutil.chown(folder, user)
            os.chmod(folder, 0o755)
        data = folder / "data"
        subprocess.run(
            [programs / "initdb", "-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "-N"],
            check=True, stdout=subprocess.DEVNULL, user=user, cwd=folder,
        )
        settings = ["listen_addresses=", "wal_level=minimal", "max_wal_senders=0", "max_wal_size=8GB", "shared_buffers=256MB"]
        arguments = [argument for setting in settings for argument in ("-c", setting)]
        self.process = subprocess.Popen(
            [programs / "postgres", "-D", data, "-k", folder, *arguments], user=user, cwd=folder, stderr=subprocess.DEVNULL
        )
        for _ in range(100):
            if subprocess.run([*self.psql, "-c", "select 1"], capture_output=True).returncode == 0:
                return
            time.sleep(0.1)
        sys.exit("the server did not start")

    def url(self, database):
        return f"postgres://postgres@/{database}?host={self.folder}"

    def sql(self, text):
        subprocess.run([*self.psql, "-c", "SET client_min_messages = warning", *(part for one in text.split("; ") for part in ("-c", one))], check=True)

    def ask(self, query):
        """What a query answers, as text."""
        return subprocess.run([*self.psql, "-A", "-t", "-c", query], check=True, capture_output=True, text=True).stdout.strip()

    def processor_time(self):
        """The processor time of the server's processes that have ended, in seconds."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.process.terminate()
        self.process.wait()


class MariaDb:
    """A MariaDB server with its data in a folder, which nobody else reaches."""

    def __init__(self, folder):
        self.folder, self.socket = folder, folder / "socket"
        self.client = ["mariadb", "--no-defaults", f"--socket={self.socket}", "-u", "root"]
        user = ["--user=root"] if os.geteuid() == 0 else []
        start = ["--no-defaults", f"--datadir={folder / 'data'}", *user]
        subprocess.run(
            ["mariadb-install-db", *start, "--auth-root-authentication-method=normal", "--skip-test-db"],
            check=True, stdout=subprocess.DEVNULL, cwd=folder,
        )
        settings = ["--skip-networking", "--innodb-buffer-pool-size=512M", "--innodb-log-file-size=1G", f"--socket={self.socket}"]
        self.process = subprocess.Popen(["mariadbd", *start, *settings], cwd=folder, stderr=subprocess.DEVNULL)
        for _ in range(100):
            if subprocess.run([*self.client, "-e", "select 1"], capture_output=True).returncode == 0:
                return
            time.sleep(0.1)
        sys.exit("the server did not start")

    def sql(self, text):
        subprocess.run([*self.client, "-e", text], check=True)

    def ask(self, query):
        """What a query answers, as text."""
        found = subprocess.run([*self.client, "-N", "-e", query], check=True, capture_output=True, text=True)
        return found.stdout.strip()

    def processor_time(self):
        """The processor time of the server, in seconds."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.process.terminate()
        self.process.wait()


def programs_folder():
    found = shutil.which("initdb")
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    if folders:
        return folders[-1]
    if found:
        return Path(found).resolve().parent
    sys.exit("PostgreSQL's server is not installed")
