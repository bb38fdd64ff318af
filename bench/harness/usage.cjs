// Loaded first in a measured process: writes the processor time in µs and the memory in KiB that it used when it ends. CommonJS, because loading a
// module would make the process that does nothing slower too.
const { writeSync } = require('node:fs');

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeSync(3, JSON.stringify({ cpu: userCPUTime + systemCPUTime, memory: maxRSS }));
});
