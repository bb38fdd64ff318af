import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DAY } from '../../../src/conventions/time.ts';

// Rotates the master key of the records in a folder, and kills itself before the nth change of a file.
const [folder = '', step = ''] = process.argv.slice(2);
let left = Number(step);

const CHANGING = ['writeFileSync', 'fsyncSync', 'linkSync', 'renameSync', 'rmSync'] as const;
const changing = fs as unknown as Record<(typeof CHANGING)[number], (...args: unknown[]) => unknown>;
for (const name of CHANGING) {
  const real = changing[name];
  changing[name] = (...args) => {
    if (left === 0) process.kill(process.pid, 'SIGKILL');
    left -= 1;
    return real(...args);
  };
}
syncBuiltinESMExports();

const { epochKeys } = await import('../../../src/keys/holder-keys/epochs.ts');
const epochs = epochKeys(folder, { clock: Date.now, length: DAY });
epochs.makeMaster();
epochs.rewrap();
for (const { number } of epochs.unusedMasters()) epochs.destroyMaster(number);
