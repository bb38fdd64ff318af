import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Circuit, connector, type Endpoint, type ObservedLookup } from '../connector/index.ts';
import type { IssuerPolicy } from '../issuer/policy.ts';
import type { Clock } from '../issuer/ports/effects.ts';
import { checkRecord } from '../issuer/record/check-record.ts';
import { SettingsError } from './config/load.ts';
import type { Settings } from './config/settings.ts';

type RecordSettings = Settings['issuer']['records'];
type FileSetting = 'tokenFile' | 'clientCertificate' | 'clientKey' | 'ca';

/** Who is told how the lookups go. */
export interface RecordWatch {
  readonly lookup: (lookup: ObservedLookup) => void;
  readonly circuit: (state: Circuit) => void;
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

function requireCertificates(pem: string): void {
  const certificates = pem.match(CERTIFICATE) ?? [];
  if (certificates.length === 0) throw new Error('it holds no PEM certificate');
  for (const certificate of certificates) new X509Certificate(certificate);
}

/** What each file must hold, so that a wrong one is told at the start and not to the first holder. */
const CHECKS: Record<FileSetting, (text: string) => unknown> = {
  tokenFile: (text) => {
    if (!/^[\x21-\x7e]+$/.test(text.trim())) throw new Error('it must hold one token, in one line');
  },
  clientCertificate: requireCertificates,
  clientKey: createPrivateKey,
  ca: requireCertificates,
};

function read(records: RecordSettings, name: FileSetting): string | undefined {
  const path = records[name];
  if (path === undefined) return undefined;
  try {
    const text = readFileSync(path, 'utf8');
    CHECKS[name](text);
    return text;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SettingsError([`issuer.records.${name} (${path}) cannot be used: ${reason}`]);
  }
}

function endpointOf(records: RecordSettings, url: string): Endpoint {
  read(records, 'tokenFile');
  const [certificate, key, ca] = [
    read(records, 'clientCertificate'),
    read(records, 'clientKey'),
    read(records, 'ca'),
  ];
  return {
    url,
    ...(records.tokenFile === undefined ? {} : { tokenFile: records.tokenFile }),
    ...(certificate === undefined || key === undefined ? {} : { client: { certificate, key } }),
    ...(ca === undefined ? {} : { ca }),
  };
}

/** The issuer's own system of record; undefined where records are in the built-in table. */
export function recordSource({ issuer: { records } }: Settings, policy: IssuerPolicy, clock: Clock) {
  const { source, url } = records;
  if (source === 'table' || url === undefined) return undefined;
  let watch: RecordWatch | undefined;
  const made = connector({
    endpoint: endpointOf(records, url),
    check: (record) => checkRecord(record, policy, clock()),
    clock,
    observe: (lookup) => watch?.lookup(lookup),
    onCircuit: (state) => watch?.circuit(state),
  });
  return {
    ...made,
    watchedBy(by: RecordWatch) {
      watch = by;
    },
  };
}
