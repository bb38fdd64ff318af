import { readFileSync } from 'node:fs';
import type { ExpectedAnchors } from '../../audit/index.ts';
import { type Checkpoint, cosignedAt, parseCheckpoint, parseWitnessKey } from '../../formats/tlog/index.ts';
import { UsageError } from '../cli-errors.ts';
import type { Pinned, VerifyOptions } from './verify-options.ts';

type Configured = Pinned['witnesses'];

type WitnessOptions = Pick<VerifyOptions, 'witness' | 'witnessOrigin' | 'witnessQuorum' | 'witnessed'>;

type Witnesses = NonNullable<ExpectedAnchors['witnesses']>;

function named({ witness, witnessOrigin }: WitnessOptions): Configured | undefined {
  if (witness === undefined) return undefined;
  if (witnessOrigin === undefined)
    throw new UsageError('--witness needs --witness-origin, the name of the log');
  return witness.map((key) => ({ key, origin: witnessOrigin }));
}

function parsed({ key: text, origin }: Configured[number]): Witnesses[number] {
  const key = parseWitnessKey(text);
  if (key) return { key, origin };
  throw new UsageError('--witness takes the verifier key of a witness, NAME+ID+KEY');
}

function quorumOf(text: string, witnesses: Witnesses): number {
  const quorum = /^[1-9]$/.test(text) ? Number(text) : Number.NaN;
  if (quorum <= witnesses.length) return quorum;
  throw new UsageError(
    `--witness-quorum takes a number from 1 to ${witnesses.length}, that of the witnesses`,
  );
}

/** A checkpoint that was fetched from a witness, if one of the witnesses signed it. */
function checkpointIn(path: string, witnesses: Witnesses): Checkpoint {
  let note: string;
  try {
    note = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}`);
  }
  const { checkpoint, signatures } = parseCheckpoint(note) ?? {};
  const isSigned = witnesses.some(
    ({ key, origin }) => checkpoint?.origin === origin && cosignedAt(checkpoint, signatures ?? '', key),
  );
  if (checkpoint && isSigned) return checkpoint;
  throw new UsageError(`${path} is not a checkpoint of this log that one of the witnesses signed`);
}

/** What witnesses must have seen: those of the options, or those of the server. @throws UsageError */
export function expectedWitnesses(
  options: WitnessOptions,
  configured: Configured,
): Pick<ExpectedAnchors, 'witnesses' | 'quorum' | 'witnessed'> {
  const witnesses = (named(options) ?? configured).map(parsed);
  const { witnessQuorum, witnessed = [] } = options;
  return {
    ...(witnesses.length > 0 && { witnesses }),
    ...(witnessQuorum !== undefined && { quorum: quorumOf(witnessQuorum, witnesses) }),
    ...(witnessed.length > 0 && { witnessed: witnessed.map((path) => checkpointIn(path, witnesses)) }),
  };
}
