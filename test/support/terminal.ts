import { PassThrough } from 'node:stream';

/** A terminal at which a user presses a key when a question appears. */
export function terminal(key: string) {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  let shown = '';
  output.on('data', (chunk) => {
    if (shown === '') setImmediate(() => input.write(key));
    shown += String(chunk);
  });
  return { input, output, shown: () => shown };
}
