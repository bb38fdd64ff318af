import { fileURLToPath } from 'node:url';
import type { HolderImport } from '../../../admin/holders/contract.ts';
import { certificatesFromPem } from '../../../formats/x509/index.ts';
import {
  type Device,
  type Exchange,
  type IssuerClient,
  issuerClient,
  simulatedDevice,
} from '../../../wallet/index.ts';
import { callAdmin } from '../../admin/client.ts';
import type { Connection } from '../../admin/connection.ts';
import { jsonRecords } from '../../holders/json.ts';
import type { Narrator } from '../narrator.ts';
import { type Stage, there } from '../stage.ts';

/** Everybody in the story: an operator, a wallet platform, a phone. */
export interface Cast {
  readonly operator: Connection;
  readonly platform: IssuerClient;
  readonly phone: Device;
  /** The record of the holder for the import. */
  readonly holder: HolderImport;
  /** DER of the issuer's root certificate, which a reader trusts. */
  readonly trustedRoots: readonly Uint8Array[];
  /** Paths called so far. */
  readonly paths: ReadonlySet<string>;
}

const HOLDER_FILE = fileURLToPath(new URL('../../../../data/demo/holder.json', import.meta.url));

async function demoHolder(): Promise<HolderImport> {
  const { value } = await jsonRecords(HOLDER_FILE).next();
  return there(value?.record as HolderImport | undefined, 'the demo record');
}

export async function castOf({ server, operator, issuerId }: Stage, tell: Narrator): Promise<Cast> {
  const { keys } = await callAdmin(operator, 'listKeys', {});
  const trustedRoots = keys
    .filter(({ role }) => role === 'iaca')
    .flatMap((key) => certificatesFromPem(key.certificate));
  const paths = new Set<string>();
  const onExchange = (exchange: Exchange) => {
    paths.add(new URL(exchange.url).pathname);
    tell.exchange({ method: 'POST', ...exchange });
  };
  const issuer = { baseUrl: server.url, issuerId, onExchange };
  return {
    operator,
    platform: issuerClient(issuer),
    phone: simulatedDevice({ issuer, trustedRoots }),
    holder: await demoHolder(),
    trustedRoots,
    paths,
  };
}
