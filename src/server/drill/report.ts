import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { isSignedBy, sha256 } from '../../audit/index.ts';
import type { SealCustody } from '../../audit/ports/seals.ts';
import { canonicalJson } from '../../conventions/json.ts';
import { SettingsError } from '../config/load.ts';

const Milliseconds = Type.Integer({ minimum: 0 });

/** What a drill reached. It has no personal data and no ids of people or devices. */
const DrillReport = Type.Object({
  format: Type.Literal('diptych compromise drill 1'),
  version: Type.String(),
  startTime: Type.String(),
  endTime: Type.String(),
  role: Type.String(),
  /** SHA-256 of the certificates, hex. */
  certificate: Type.String(),
  successor: Type.Optional(Type.String()),
  /** Milliseconds from the start of the compromise; `copied` is before it. */
  reached: Type.Object({
    copied: Milliseconds,
    stopped: Milliseconds,
    signedByNewKey: Milliseconds,
    listsPublished: Milliseconds,
    counted: Milliseconds,
  }),
  isPrivateKeyDestroyed: Type.Boolean(),
  statusLists: Type.Integer(),
  msos: Type.Integer(),
  left: Type.Integer(),
  credentials: Type.Integer(),
  documentsPerSecond: Type.Number(),
  /** How long one process would need to sign all MSOs anew. */
  secondsForAll: Type.Number(),
  dates: Type.Array(Type.Object({ event: Type.String(), time: Type.String(), text: Type.String() })),
});
export type DrillReport = Static<typeof DrillReport>;

const SignedReport = Type.Object({
  report: DrillReport,
  /** The key of the seals: its uncompressed point, hex. */
  key: Type.String({ pattern: '^[0-9a-f]{130}$' }),
  /** ECDSA P-256 with SHA-256 over the canonical JSON of the report: r ‖ s, base64. */
  signature: Type.String(),
});
type SignedReport = Static<typeof SignedReport>;
const shape = Compile(SignedReport);

/** Signs with the key of the seals. @throws SettingsError if there is none yet */
export async function signedReport(report: DrillReport, custody: SealCustody): Promise<SignedReport> {
  const pinned = custody.pinned()?.at(-1);
  const key = pinned && (await custody.key(pinned.keyId));
  if (!key || sha256(key.point) !== pinned.digest)
    throw new SettingsError(['data: there is no key of the seals to sign the report; start the server once']);
  const signature = await custody.sign(key.keyId, Buffer.from(canonicalJson(report), 'utf8'));
  return {
    report,
    key: Buffer.from(key.point).toString('hex'),
    signature: Buffer.from(signature).toString('base64'),
  };
}

/** Undefined if it is not a report of a drill. */
export function parseSignedReport(value: unknown): SignedReport | undefined {
  return shape.Check(value) ? value : undefined;
}

/** Why the report is not one that this key signed; undefined if it is. */
export function reportProblem({ report, key, signature }: SignedReport, digest: string): string | undefined {
  if (sha256(Buffer.from(key, 'hex')) !== digest) return 'another key signed it';
  if (isSignedBy({ key }, canonicalJson(report), Buffer.from(signature, 'base64'))) return undefined;
  return 'it was changed after it was signed';
}
