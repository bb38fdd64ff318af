// Loaded first in a measured process: writes, when it ends, the processor time in µs that it used, the part until it first called
// a server over HTTP, and the memory in KiB. CommonJS, because loading a module would make the process that does nothing slower too.
const { subscribe } = require('node:diagnostics_channel');
const { existsSync, readFileSync, writeSync } = require('node:fs');

const cpuNow = () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  return userCPUTime + systemCPUTime;
};

let called;
subscribe('http.client.request.start', () => {
  called ??= cpuNow();
});
/** Not maxRSS, which begins with the memory of the process that started this one. */
const highest = () =>
  existsSync('/proc/self/status')
    ? Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'latin1'))[1])
    : undefined;

process.on('exit', () => {
  writeSync(3, JSON.stringify({ cpu: cpuNow(), called, memory: highest() }));
});
