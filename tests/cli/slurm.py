"""Runs Slurm on this machine alone, for one test: a controller, a node and the service that signs their messages. All run as
the current user, and write to one folder."""
import os
import pwd
import shutil
import socket
import subprocess
import time

NEEDED = ('munged', 'slurmctld', 'slurmd', 'sbatch', 'squeue', 'sinfo', 'scancel')
PATH = os.environ['PATH'] + ':/usr/sbin:/sbin'

CONFIGURATION = '''
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller_port}
SlurmdPort={node_port}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
ReturnToService=2
SlurmdParameters=config_overrides
NodeName={node} NodeAddr=127.0.0.1 CPUs=8 RealMemory=1000 State=UNKNOWN
PartitionName=main Nodes={node} Default=YES MaxTime=INFINITE State=UP
'''


def is_installed():
    return all(shutil.which(name, path=PATH) for name in NEEDED)


def free_port():
    with socket.socket() as one:
        one.bind(('127.0.0.1', 0))
        return one.getsockname()[1]


class Slurm:
    """A cluster of one node. start() returns whether it started; stop() ends it."""

    def __init__(self, folder):
        self.folder = folder
        self.running = []
        self.env = {**os.environ, 'PATH': PATH, 'SLURM_CONF': os.path.join(folder, 'slurm.conf')}

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, data, mode=0o600):
        with open(os.open(self.path(name), os.O_WRONLY | os.O_CREAT, mode), 'wb') as file:
            file.write(data)

    def run(self, *command):
        """Returns what a command prints."""
        done = subprocess.run(command, env=self.env, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=60)
        return done.stdout.decode()

    def begin(self, *command):
        with open(self.path(command[0] + '.out'), 'wb') as log:
            self.running.append(subprocess.Popen(command, env=self.env, stdout=log, stderr=log, stdin=subprocess.DEVNULL))

    def wait_for(self, is_done, seconds=60):
        end = time.monotonic() + seconds
        while time.monotonic() < end and all(one.poll() is None for one in self.running):
            if is_done():
                return True
            time.sleep(0.1)
        return False

    def start(self):
        os.chmod(self.folder, 0o755)
        for name in ('state', 'spool'):
            os.mkdir(self.path(name), 0o755)
        values = {'folder': self.folder, 'node': 'here', 'host': socket.gethostname().split('.')[0],
                  'user': pwd.getpwuid(os.getuid()).pw_name,
                  'controller_port': free_port(), 'node_port': free_port()}
        self.write('slurm.conf', CONFIGURATION.format(**values).encode(), 0o644)
        self.write('cgroup.conf', b'CgroupPlugin=cgroup/v1\nCgroupMountpoint=%s\n' % self.folder.encode(), 0o644)
        self.write('munge.key', os.urandom(128))
        self.begin('munged', '--foreground', '--force', f'--key-file={self.path("munge.key")}',
                   f'--socket={self.path("munge.socket")}', f'--pid-file={self.path("munge.pid")}',
                   f'--log-file={self.path("munge.log")}', f'--seed-file={self.path("munge.seed")}')
        if not self.wait_for(lambda: os.path.exists(self.path('munge.socket'))):
            return False
        self.begin('slurmctld', '-D', '-i')
        self.begin('slurmd', '-D', '-N', 'here')
        return self.wait_for(lambda: 'idle' in self.run('sinfo', '--noheader', '--format=%T'))

    def wait_for_jobs(self):
        return self.wait_for(lambda: self.run('squeue', '--noheader').strip() == '')

    def stop(self):
        for one in reversed(self.running):
            one.terminate()
        for one in self.running:
            try:
                one.wait(timeout=20)
            except subprocess.TimeoutExpired:
                one.kill()
                one.wait()
