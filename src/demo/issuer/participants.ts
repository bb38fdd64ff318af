import { fileURLToPath } from 'node:url';
import type { HolderImport } from '../../admin/contract/holders/methods.ts';
import { callAdmin } from '../../cli/admin/client.ts';
import type { Connection } from '../../cli/admin/connection.ts';
import { jsonRecords } from '../../cli/holders/json.ts';
import type { Clock } from '../../conventions/time.ts';
import { sessionTranscriptBytes } from '../../formats/mdoc/index.ts';
import { certificatesFromPem } from '../../formats/x509/index.ts';
import {
  type Device,
  type Exchange,
  type IssuerClient,
  issuerClient,
  simulatedDevice,
} from '../../wallet/index.ts';
import type { Narrator, Stage } from '../narrator.ts';
import { type OtherWallet, otherWallet } from './other-wallet.ts';
import { type ReaderOfLists, readerOfLists } from './reader.ts';

/** The participants of the demo: an operator, a wallet platform, a phone. */
export interface Participants {
  readonly operator: Connection;
  readonly platform: IssuerClient;
  readonly phone: Device;
  /** The wallet on another phone of the holder. */
  readonly otherWallet: OtherWallet;
  /** The record of the holder for the import. */
  readonly holder: HolderImport;
  /** DER of the issuer's root certificate, which a reader trusts. */
  readonly trustedRoots: readonly Uint8Array[];
  /** The reader's knowledge of status lists. */
  readonly reader: ReaderOfLists;
  /** Lets time pass until the server has published its status lists again. */
  readonly nextPublication: () => Promise<void>;
  readonly clock: Clock;
  /** Paths called so far. */
  readonly paths: ReadonlySet<string>;
}

export type Scene = (cast: Participants, tell: Narrator) => Promise<void>;

const HOLDER_FILE = fileURLToPath(new URL('../../../data/demo/holder.json', import.meta.url));

/** The record of `data/demo`. */
export async function demoHolder(): Promise<HolderImport> {
  for await (const { record } of jsonRecords(HOLDER_FILE).records) return record as HolderImport;
  throw new Error('the demo has no record');
}

async function nextPublication({ passHour, server, effects, operator }: Stage): Promise<void> {
  const before = effects.clock();
  passHour();
  const isOld = ({ publishTime = '' }) => Date.parse(publishTime) <= before;
  // The server publishes by itself every few seconds when it is due; this does not wait for that.
  do await server.context.issuer?.statusLists.publisher.publishDue();
  while ((await callAdmin(operator, 'listStatusLists', {})).statusLists.some(isOld));
}

export async function participantsOf(stage: Stage, tell: Narrator): Promise<Participants> {
  const { server, operator, issuerId, effects } = stage;
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
    phone: simulatedDevice({ issuer, trustedRoots, clock: effects.clock, random: effects.random }),
    otherWallet: otherWallet(effects.clock, tell),
    holder: await demoHolder(),
    trustedRoots,
    reader: readerOfLists(effects.clock, tell),
    nextPublication: () => nextPublication(stage),
    clock: effects.clock,
    paths,
  };
}

export interface Presented {
  /** Encoded DeviceResponse. */
  readonly deviceResponse: Uint8Array;
  /** Encoded SessionTranscript, without tag 24. */
  readonly sessionTranscript: Uint8Array;
  /** DER of the roots that the reader trusts. */
  readonly trustedRoots: readonly Uint8Array[];
  readonly now: Date;
}

interface Check {
  readonly status: string;
  readonly check: string;
}

/**
 * Checks the phone's presentation with @owf/mdoc, an independent library. Undefined if it is not installed; it is a
 * development dependency.
 */
export async function verifyWithForeignLibrary(presented: Presented): Promise<readonly Check[] | undefined> {
  const library = await import('@owf/mdoc').catch(() => undefined);
  if (!library) return undefined;
  const { owfContext } = await import('./owf-context.ts');
  const checks: Check[] = [];
  await library.Verifier.verifyDeviceResponse(
    {
      deviceResponse: presented.deviceResponse,
      sessionTranscript: sessionTranscriptBytes(presented.sessionTranscript),
      trustedCertificates: [...presented.trustedRoots],
      now: presented.now,
      onCheck: ({ status, check }) => checks.push({ status, check }),
    },
    owfContext(),
  );
  return checks;
}
