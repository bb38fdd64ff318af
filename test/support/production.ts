import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Diagnosis, diagnose } from '../../src/server/doctor/index.ts';
import { type Identity, newIdentity, type Received, send, writeTls } from './tls.ts';
import { useOpened } from './use-opened.ts';
import { type Serving, startServing } from './world.ts';

const ISSUER = 'Free_US_MDL';
const YEAR = 365 * 86_400_000;

type Given = Readonly<Record<string, unknown>>;

/** Turns dotted names into nested groups, as in a configuration file. */
function grouped(settings: Given): object {
  const whole: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(settings)) {
    const path = name.split('.');
    const last = path.pop() as string;
    let group = whole;
    for (const part of path) {
      group[part] ??= {};
      group = group[part] as Record<string, unknown>;
    }
    group[last] = value;
  }
  return whole;
}

export interface Production {
  readonly serving: Serving;
  /** The client certificate of the wallet platform. */
  readonly platform: Identity;
  operate(name: string, members?: object, identity?: Identity): Promise<Received>;
  /** Runs the doctor with the configuration file of the server. */
  diagnose(): Promise<Diagnosis>;
  close(): Promise<void>;
}

/** A server with a production configuration: mutual TLS on its own issuer listener, and no part of the sandbox. */
async function startProduction(custody: Given): Promise<Production> {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-production-'));
  const platform = await newIdentity({ name: 'platform', notAfter: Date.now() + YEAR });
  const own = await newIdentity({ notAfter: Date.now() + YEAR });
  const { certificate, key } = writeTls(folder, own);
  const revocationList = join(folder, 'status.json');
  writeFileSync(revocationList, '{"entries": {}}');
  const data = join(folder, 'data');
  const settings = {
    profile: 'production',
    'issuer.id': ISSUER,
    'issuer.name': 'Free State',
    'issuer.certificateUri': 'https://free.example/pki',
    'issuer.host': '0.0.0.0',
    'issuer.port': 0,
    'issuer.tls.certificate': certificate,
    'issuer.tls.key': key,
    'issuer.callers.pins': [platform.pin],
    'issuer.attestation.revocationList': revocationList,
    'oauth.issuerUrl': 'https://auth.free.example',
    ...custody,
  };
  const file = join(folder, 'diptych.json');
  writeFileSync(file, JSON.stringify(grouped({ ...settings, data })), { mode: 0o600 });
  const serving = await startServing({ startAt: Date.now(), folder: data, settings });
  return {
    serving,
    platform,
    operate(name, members = {}, identity) {
      const url = serving.server.issuerUrl.replace('0.0.0.0', '127.0.0.1');
      const requestMetadata = { requestId: 'r-1', version: { major: 1, minor: 0 }, issuerId: ISSUER };
      const body = JSON.stringify({ requestMetadata, ...members });
      return send(`${url}/v1/vdc/${name}`, { body, ca: own.cert, ...(identity && { identity }) });
    },
    diagnose: () => diagnose({ file, environment: {}, options: {} }),
    async close() {
      await serving.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One server for all tests of a file. `custody` returns the settings of the keys. */
export const useProduction = (custody: () => Given): (() => Production) =>
  useOpened(() => startProduction(custody()));
