import { spawn } from 'node:child_process';
import { BIN } from '../../support/bin.ts';
import { exitOf } from '../../support/server-process.ts';

/** Starts the server with a configuration, other ports than its own, and stops it. */
export async function startsWith(path: string): Promise<boolean> {
  const args = [BIN, 'serve', '--config', path, '--port', '0', '--admin-port', '0'];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, DIPTYCH_ISSUER_PORT: '0' },
  });
  const isUp = await new Promise<boolean>((resolve) => {
    let output = '';
    child.stdout.on('data', (text) => {
      output += String(text);
      if (/admin +http/.test(output)) resolve(true);
    });
    child.once('exit', () => resolve(false));
  });
  child.kill('SIGTERM');
  await exitOf(child);
  return isUp;
}
