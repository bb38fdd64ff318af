import { type Static, Type } from 'typebox';
import { closed } from '../conventions/json-schema.ts';
import type { StoredTimeStamp, TimeStamp } from './ports/anchors.ts';
import type { Seal, SealedEntry } from './ports/seals.ts';
import type { Proof } from './prove-entry.ts';

const Hex = (pattern: string, description: string) => Type.String({ pattern, description });
const Text = Type.String({ maxLength: 1024 });
const Resource = Type.Unsafe<object>(Type.Record(Type.String(), Type.Unknown()));

/**
 * A sealed line of the audit log: the data that its digest covers, and the salts that are needed to compute
 * the digest again.
 */
const ExportedLine = Type.Object(
  {
    changeId: Text,
    subject: Text,
    subjectId: Text,
    event: Text,
    from: Type.Optional(Text),
    to: Type.Optional(Text),
    actor: Type.Object(
      {
        kind: Text,
        requestId: Type.Optional(Text),
        operatorId: Type.Optional(Text),
        approverId: Type.Optional(Text),
        callerId: Type.Optional(Text),
      },
      closed,
    ),
    reason: Type.Optional(Text),
    note: Type.Optional(Text),
    message: Type.Optional(Resource),
    concerns: Type.Optional(Type.Array(Text)),
    publisherId: Type.Optional(Text),
    method: Type.Optional(Text),
    details: Type.Optional(
      Type.Object({ before: Type.Optional(Resource), after: Type.Optional(Resource) }, closed),
    ),
    at: Type.Integer({ description: 'Milliseconds since the epoch.' }),
    subjectSalt: Type.Optional(Hex('^([0-9a-f]{2})+$', 'Goes before the id of a holder in its digest; hex.')),
    subjectDigest: Type.Optional(Hex('^[0-9a-f]{64}$', 'Of the id of a holder who was erased.')),
    noteSalt: Type.Optional(Hex('^([0-9a-f]{2})+$', 'Goes before the note in its digest; hex.')),
    noteDigest: Type.Optional(Hex('^[0-9a-f]{64}$', 'Of a note that was erased.')),
    messageSalt: Type.Optional(Hex('^([0-9a-f]{2})+$', 'Goes before the message in its digest; hex.')),
    messageDigest: Type.Optional(Hex('^[0-9a-f]{64}$', 'Of a message that was erased.')),
    detailsDigest: Type.Optional(Hex('^[0-9a-f]{64}$', 'Of details that are not kept with the entry.')),
  },
  closed,
);

const Signature = Hex('^[0-9a-f]{128}$', 'ECDSA P-256 with SHA-256, r and s, hex.');
const Statement = Type.String({ description: 'What was signed.', maxLength: 4096 });

const ExportedSeal = Type.Object(
  {
    number: Type.Integer({ minimum: 1 }),
    statement: Statement,
    lineDigests: Hex('^([0-9a-f]{64})*$', 'The SHA-256 of each line in hex, concatenated.'),
    signature: Signature,
    edge: Type.Optional(
      Hex(
        '^([0-9a-f]{64})*$',
        'Only in the first seal, if the entries up to it were purged: the right edge of the tree over them (RFC 6962).',
      ),
    ),
  },
  closed,
);

const TimeStampMembers = {
  authority: Type.String({ maxLength: 2048, description: 'URL of the time-stamp authority.' }),
  token: Type.String({
    pattern: '^[A-Za-z0-9+/]+={0,2}$',
    maxLength: 131_072,
    description: 'Token (RFC 3161) over the SHA-256 of the statement; DER in base64.',
  }),
};

const ExportedTimeStamp = Type.Object(
  {
    seal: Type.Integer({ minimum: 1, description: 'Number of the seal, which comes before.' }),
    ...TimeStampMembers,
  },
  closed,
);

const ExportedCosignature = Type.Object(
  {
    seal: Type.Integer({ minimum: 1, description: 'Number of the seal, which comes before.' }),
    witness: Type.String({ maxLength: 256, description: 'Id of the key of the witness, NAME+ID.' }),
    note: Type.String({
      maxLength: 65_536,
      description: 'Checkpoint of the tree of the seal with its signatures (C2SP tlog-checkpoint).',
    }),
  },
  closed,
);

/** A proof that one line is in the audit log. */
export const ExportedProof = Type.Object(
  {
    line: ExportedLine,
    index: Type.Integer({ minimum: 0, description: 'Position of the line in the audit log, from 0.' }),
    path: Type.Array(Hex('^[0-9a-f]{64}$', 'SHA-256, hex.'), {
      maxItems: 64,
      description: 'Hashes from the line to the root of the tree, lowest first (RFC 6962).',
    }),
    seal: Type.Object(
      { number: Type.Integer({ minimum: 1 }), statement: Statement, signature: Signature },
      { ...closed, description: 'The seal that signs the tree.' },
    ),
    timeStamps: Type.Optional(
      Type.Array(Type.Object(TimeStampMembers, closed), { maxItems: 8, description: 'Of the seal.' }),
    ),
  },
  closed,
);
export type ExportedProof = Static<typeof ExportedProof>;

/** Lines of an exported file. The admin interface returns the same. */
export const ExportedEntry = Type.Union([
  Type.Object({ line: ExportedLine }, closed),
  Type.Object({ seal: ExportedSeal }, closed),
  Type.Object({ timeStamp: ExportedTimeStamp }, closed),
  Type.Object({ cosignature: ExportedCosignature }, closed),
]);
export type ExportedEntry = Static<typeof ExportedEntry>;

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

function exportedLineMembers(change: SealedEntry): Static<typeof ExportedLine> {
  const { subjectSalt, subjectDigest, noteSalt, noteDigest, messageSalt, messageDigest, ...entry } = change;
  const { detailsDigest, actor, concerns, details, ...line } = entry;
  return {
    ...line,
    actor: { ...actor },
    ...(concerns && { concerns: [...concerns] }),
    ...(subjectSalt && { subjectSalt: hex(subjectSalt) }),
    ...(subjectDigest && { subjectDigest: hex(subjectDigest) }),
    ...(noteSalt && { noteSalt: hex(noteSalt) }),
    ...(noteDigest && { noteDigest: hex(noteDigest) }),
    ...(messageSalt && { messageSalt: hex(messageSalt) }),
    ...(messageDigest && { messageDigest: hex(messageDigest) }),
    ...(details ? { details: { ...details } } : detailsDigest && { detailsDigest: hex(detailsDigest) }),
  };
}

export const exportedLine = (line: SealedEntry): ExportedEntry => ({ line: exportedLineMembers(line) });

const sealMembers = ({ number, statement, lineDigests, signature }: Seal) => ({
  number,
  statement,
  lineDigests: hex(lineDigests),
  signature: hex(signature),
});

export const exportedSeal = (seal: Seal): ExportedEntry => ({ seal: sealMembers(seal) });

/** The first seal, if the entries up to it were purged: the tree goes on from its edge. */
export const exportedFirstSeal = (seal: Seal): ExportedEntry => ({
  seal: { ...sealMembers(seal), ...(seal.edge && { edge: hex(seal.edge) }) },
});

const stampMembers = <Stamp extends StoredTimeStamp>({ token, ...timeStamp }: Stamp) => ({
  ...timeStamp,
  token: Buffer.from(token).toString('base64'),
});

export const exportedTimeStamp = (timeStamp: TimeStamp): ExportedEntry => ({
  timeStamp: stampMembers(timeStamp),
});

export function exportedProof({ line, index, path, seal, timeStamps }: Proof): ExportedProof {
  const { number, statement, signature } = seal;
  return {
    line: exportedLineMembers(line),
    index,
    path: path.map(hex),
    seal: { number, statement, signature: hex(signature) },
    ...(timeStamps.length > 0 && { timeStamps: timeStamps.map(stampMembers) }),
  };
}
