import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { encodeSessionTranscript } from '../../formats/mdoc/index.ts';
import { certificatesFromPem } from '../../formats/x509/index.ts';
import type { Device } from '../../wallet/index.ts';
import { UsageError } from '../cli-errors.ts';
import { table } from '../table/table.ts';
import { tlsOf } from '../tls-options.ts';
import { type DescribedCredential, describeValue, docRequestOf, heldCredential, toJson } from './describe.ts';
import type { WalletOptions } from './options.ts';
import { readerProblems } from './reader.ts';
import type { Outcome } from './subcommand.ts';

export interface Options {
  readonly elements: string;
  readonly sessionTranscript?: string;
  readonly out: string;
  readonly trustedRoots?: string;
}

interface Session {
  readonly bytes: Uint8Array;
  /** The file with the response, for a verifier. */
  readonly written?: string;
}

/**
 * Length of the hash of OpenID4VPHandoverInfo. Any value will do, because there is no real request (OpenID4VP
 * B.2.6.1).
 */
const HASH_BYTES = 32;

/** The session transcript of the reader, or a new one that is written to a file beside the response. */
function sessionOf({ sessionTranscript, out }: Options): Session {
  if (sessionTranscript === undefined) {
    const bytes = encodeSessionTranscript({ handover: ['OpenID4VPHandover', randomBytes(HASH_BYTES)] });
    const written = `${out}.session-transcript`;
    writeFileSync(written, bytes, { mode: 0o600 });
    return { bytes, written };
  }
  try {
    return { bytes: new Uint8Array(readFileSync(sessionTranscript)) };
  } catch {
    throw new UsageError(`the session transcript ${sessionTranscript} cannot be read`);
  }
}

/** The roots that the reader trusts; undefined if none are named. */
function rootsOf({ trustedRoots }: Options): readonly Uint8Array[] | undefined {
  if (trustedRoots === undefined) return undefined;
  try {
    return certificatesFromPem(readFileSync(trustedRoots, 'utf8'));
  } catch {
    throw new UsageError(`${trustedRoots} is not a file with certificates in PEM`);
  }
}

/** What a phone holds, and how it answers a reader. */
interface Presenter {
  readonly held: DescribedCredential;
  readonly present: Device['present'];
}

export const present = (device: Device, options: Options & WalletOptions): Promise<Outcome> =>
  presentTo({ held: heldCredential(device.state), present: device.present }, options);

export async function presentTo(presenter: Presenter, options: Options & WalletOptions): Promise<Outcome> {
  const docRequest = docRequestOf(options.elements, presenter.held);
  const session = sessionOf(options);
  const trustedRoots = rootsOf(options);
  const presentation = await presenter.present({ docRequest, sessionTranscript: session.bytes });
  writeFileSync(options.out, presentation.deviceResponse, { mode: 0o600 });
  const reader = {
    sessionTranscript: session.bytes,
    trustedRoots,
    isListRead: true,
    tls: await tlsOf(options),
  };
  const problems = await readerProblems(presentation, reader);
  const { disclosed, missing } = presentation;
  const rows = disclosed.map(({ namespace, identifier, value }) => [
    identifier,
    describeValue(value),
    namespace,
  ]);
  const lines = [
    table(['disclosed', 'value', 'namespace'], rows, { wide: true }),
    ...missing.map(({ namespace, identifier }) => `not in the credential: ${namespace}/${identifier}`),
    problems.length === 0 ? "a reader's checks pass" : `a reader refuses it: ${problems.join('; ')}`,
    `${presentation.deviceResponse.length} bytes in ${options.out}`,
  ];
  if (session.written) lines.push(`session transcript in ${session.written}`);
  return {
    answer: {
      deviceResponse: options.out,
      sessionTranscript: session.written ?? options.sessionTranscript,
      disclosed: disclosed.map((element) => ({ ...element, value: toJson(element.value) })),
      missing,
      problems,
    },
    text: lines.join('\n'),
    isRefused: problems.length > 0,
  };
}
