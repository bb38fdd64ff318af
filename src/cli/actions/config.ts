import { type Baseline, baselineOf } from '../../server/config/effective-settings.ts';
import { loadSettings } from '../../server/config/load-settings.ts';
import { facts, print } from '../output.ts';

interface Options {
  readonly config?: string;
  readonly data?: string;
  readonly port?: string;
  readonly adminPort?: string;
  readonly json?: boolean;
}

const text = ({ version, settings, digest }: Baseline) => facts({ version, ...settings, digest });

export function baseline({ config, json, data, port, adminPort }: Options): void {
  const numbers = { port, adminPort };
  const ports = Object.entries(numbers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, /^\d+$/.test(value) ? Number(value) : value]],
  );
  const options = { data, ...(Object.fromEntries(ports) as object) };
  const settings = loadSettings({ file: config, environment: process.env, options });
  const answer = baselineOf(settings);
  print(answer, { json: json === true }, () => text(answer));
}
