import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { DocumentSignature, signDocument } from '../../audit/index.ts';
import type { SealCustody } from '../../audit/ports/seals.ts';
import { SettingsError } from '../config/load-settings.ts';

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
  /** How long one process would need to sign all MSOs again. */
  secondsForAll: Type.Number(),
  dates: Type.Array(Type.Object({ event: Type.String(), time: Type.String(), text: Type.String() })),
  /** What was copied and what differs from the real case. Absent in reports of versions that copied SQLite and files alone. */
  database: Type.Optional(Type.Enum(['sqlite', 'postgres'])),
  custody: Type.Optional(
    Type.Object({
      server: Type.Enum(['files', 'pkcs11']),
      /** Keys in files that stood for those of the token. */
      standIns: Type.Integer({ minimum: 0 }),
    }),
  ),
  notRehearsed: Type.Optional(Type.Array(Type.String())),
});
export type DrillReport = Static<typeof DrillReport>;

const SignedReport = Type.Object({ report: DrillReport, ...DocumentSignature });
type SignedReport = Static<typeof SignedReport>;
const shape = Compile(SignedReport);

const noKey = () =>
  new SettingsError([
    'data: there is no key of the seals to sign the report; the server makes it with the first seal, about six minutes after the first change',
  ]);

/** Before the copy, which may take long. @throws SettingsError if there is no key of the seals yet */
export async function requireSigningKey(custody: SealCustody): Promise<void> {
  const pinned = custody.pinned()?.at(-1);
  if (!pinned || !(await custody.key(pinned.keyId))) throw noKey();
}

/** Signs with the key of the seals. @throws SettingsError if it is not the pinned one */
export async function signedReport(report: DrillReport, custody: SealCustody): Promise<SignedReport> {
  const signature = await signDocument(custody, report);
  if (signature) return { report, ...signature };
  throw noKey();
}

/** Undefined if it is not a report of a drill. */
export function parseSignedReport(value: unknown): SignedReport | undefined {
  return shape.Check(value) ? value : undefined;
}
