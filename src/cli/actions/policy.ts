import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { effectivePolicy } from '../../server/config/effective-settings.ts';
import { type LoadedSettings, loadWithOrigins } from '../../server/config/load-settings.ts';
import { UsageError } from '../cli-errors.ts';
import { print } from '../output.ts';
import { table } from '../table/table.ts';

interface Options {
  readonly config?: string;
  readonly json?: boolean;
  readonly wide?: boolean;
}

function load(policy: string | undefined, { config }: Options): LoadedSettings {
  if (policy !== undefined && !existsSync(policy)) throw new UsageError(`there is no file ${policy}`);
  const options = policy === undefined ? {} : { 'issuer.policy': resolve(policy) };
  return loadWithOrigins({ file: config, environment: process.env, options });
}

export function show(policy: string | undefined, options: Options): void {
  const rows = effectivePolicy(load(policy, options));
  print({ policy: rows }, options, () =>
    table(
      ['member', 'value', 'from'],
      rows.map(({ name, value, origin }) => [
        name,
        value === undefined ? '-' : JSON.stringify(value),
        origin,
      ]),
      { wide: options.wide, wrap: true },
    ),
  );
}

export function check(policy: string, options: Options): void {
  const rows = effectivePolicy(load(policy, options));
  print({ policy: rows }, options, () => `${policy} is right`);
}
