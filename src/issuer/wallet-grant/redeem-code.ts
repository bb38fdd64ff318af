import { randomUUID } from 'node:crypto';
import { retryOnConflict } from '../../conventions/errors.ts';
import { DAY } from '../../conventions/time.ts';
import type { IssuerDeps } from '../deps.ts';
import type { Credential, RejectionCause } from '../model/index.ts';
import type { BegunProofing, RecordLookup } from '../ports/proofing.ts';
import type { IssuerWriter } from '../ports/store.ts';
import { beginProofing } from '../proofing/begin-proofing.ts';
import { evidenceOf } from '../proofing/evidence.ts';
import { lookUpCode } from '../proofing/look-up-record.ts';
import { attemptsUsedUp, codeState, countWrongCode } from '../proofing/pre-authorization-codes.ts';
import { isWrongCode } from '../proofing/rejections.ts';
import { GrantRefused, newGrantId } from './grant.ts';

/** Wrong second secrets after which the code is revoked. */
const MOST_WRONG_TX_CODES = 5;

/** Many wallets may share an address, which stands for the device here. */
const PER_ADDRESS = 10;

const limitsOf = ({ codeAttempts }: IssuerDeps['policy']) => {
  const { most, window } = codeAttempts.perDevice;
  return { codeAttempts: { ...codeAttempts, perDevice: { most: most * PER_ADDRESS, window } } };
};

type RedeemDeps = Pick<
  IssuerDeps,
  'store' | 'records' | 'policy' | 'clock' | 'random' | 'codeDigest' | 'limitCode' | 'observe'
>;

interface Redemption {
  readonly code: string;
  readonly txCode?: string;
  /** By which wrong codes are counted, because there is no device yet: a digest of the address. */
  readonly from: string;
  readonly requestId: string;
  /** Who signed in besides; a code of somebody else is refused. */
  readonly holderId?: string;
  /** Document types that are issued on this channel. */
  readonly documentTypes: ReadonlySet<string>;
}

/** The keyed digest under which a second secret is stored, together with its code. */
export const txCodeDigest = (
  codeDigest: IssuerDeps['codeDigest'],
  code: string,
  txCode: string,
): Uint8Array => codeDigest(`transaction code ${txCode} of ${code}`);

/** Rolls the transaction back; a wrong code is counted in another one. */
class Unaccepted extends Error {
  readonly why: RejectionCause | 'wrongTxCode';
  constructor(cause: RejectionCause | 'wrongTxCode') {
    super('the code was not accepted');
    this.why = cause;
  }
}

/**
 * Each request makes a new proofing, so the claim is that of the code: a wallet that tries again after a lost answer gets the
 * record. On another day it does not, because a used code is forgotten some day, at the erasure of its holder or later.
 */
const claimIdOf = (code: string, { codeDigest, clock }: RedeemDeps): string =>
  Buffer.from(codeDigest(`claim of day ${Math.floor(clock() / DAY)} of ${code}`)).toString('base64url');

interface Step {
  readonly writer: IssuerWriter;
  readonly asked: Redemption;
  readonly evidence: ReturnType<typeof evidenceOf>;
  readonly at: number;
}

async function checkTxCode({ writer, asked, evidence, at }: Step, deps: RedeemDeps): Promise<void> {
  const { code, txCode } = asked;
  const stored = await writer.code(evidence.codeHash);
  if (stored === undefined || codeState(stored, at) !== 'open') return;
  if (stored.txCodeHash === undefined) {
    if (txCode === undefined) return;
    throw new GrantRefused('txCodeUnexpected', 'the code has no transaction code');
  }
  if (txCode === undefined) throw new GrantRefused('txCodeMissing', 'the code needs its transaction code');
  const given = txCodeDigest(deps.codeDigest, code, txCode);
  if (Buffer.compare(given, stored.txCodeHash) !== 0) throw new Unaccepted('wrongTxCode');
}

/** Counts what was wrong, in a transaction of its own. Returns whether the limit of all was reached. */
async function countFailure(step: Step, cause: Unaccepted['why'], { policy }: RedeemDeps): Promise<boolean> {
  const { writer, asked, evidence, at } = step;
  if (cause === 'wrongTxCode') {
    const code = await writer.code(evidence.codeHash);
    if (code === undefined || codeState(code, at) !== 'open') return false;
    const failures = await writer.countWrongTxCode(code.codeId);
    if (failures < MOST_WRONG_TX_CODES || !(await writer.revokeCode(code.codeId, at))) return false;
    const change = {
      subject: 'code',
      subjectId: code.codeId,
      event: 'revoke',
      from: 'open',
      to: 'revoked',
    } as const;
    await writer.record({ ...change, actor: { kind: 'wallet', requestId: asked.requestId }, at });
    return false;
  }
  return isWrongCode(cause) && countWrongCode(writer, asked.from, limitsOf(policy), at);
}

interface Ids {
  readonly deviceReferenceId: string;
  readonly proofingId: string;
  readonly credentialId: string;
}

async function accept(step: Step, ids: Ids, lookup: RecordLookup | undefined, deps: RedeemDeps) {
  const { writer, asked, evidence, at } = step;
  const { deviceReferenceId, proofingId, credentialId } = ids;
  if (await attemptsUsedUp(writer, asked.from, limitsOf(deps.policy), at))
    throw new Unaccepted('attemptsUsedUp');
  await checkTxCode(step, deps);
  await writer.insertDevice({ deviceReferenceId, revision: 1 });
  const actor = { kind: 'wallet', requestId: asked.requestId } as const;
  const begun = await beginProofing(
    writer,
    { proofingId, deviceReferenceId, evidence, lookup, provisionsNow: true, actor, at },
    deps,
  );
  if (begun.cause !== undefined) throw new Unaccepted(begun.cause);
  const { holderId = '' } = (await writer.proofing(proofingId)) ?? {};
  const holder = await writer.holderSummary(holderId);
  if (!holder || !asked.documentTypes.has(holder.documentType)) throw new Unaccepted('recordUnusable');
  if ((asked.holderId ?? holderId) !== holderId) throw new Unaccepted('codeOfOtherHolder');
  const credential: Credential = {
    credentialId,
    revision: 1,
    deviceReferenceId,
    proofingId,
    holderId,
    channel: 'openid4vci',
    state: 'provisionPending',
    versionId: randomUUID(),
    recordVersion: holder.recordVersion,
    createdAt: at,
    updatedAt: at,
  };
  await writer.insertCredential(credential);
  const { state: to } = credential;
  await writer.record({ subject: 'credential', subjectId: credentialId, event: 'create', to, actor, at });
  return { begun, documentType: holder.documentType };
}

interface Redeemed {
  readonly credentialId: string;
  readonly documentType: string;
}

/**
 * Uses up a code: the holder's new device, its accepted proofing and its credential, in one transaction. Whoever holds the
 * code was proofed when it was issued, so nobody decides again. @throws GrantRefused
 */
export const redeemCode =
  (deps: RedeemDeps) =>
  async (asked: Redemption): Promise<Redeemed> => {
    const { store, clock, random, codeDigest, limitCode, observe, policy } = deps;
    const evidence = evidenceOf(asked.code, codeDigest);
    await limitCode(evidence.codeHash);
    const ids = {
      deviceReferenceId: newGrantId(random),
      proofingId: randomUUID(),
      credentialId: randomUUID(),
    };
    const { deviceReferenceId } = ids;
    const claim = { claimId: claimIdOf(asked.code, deps), deviceReferenceId, requestId: asked.requestId };
    const counted = { ...claim, countedBy: asked.from };
    const lookup = await lookUpCode({ ...deps, policy: limitsOf(policy) }, evidence, counted);
    const step = (writer: IssuerWriter): Step => ({ writer, asked, evidence, at: clock() });
    try {
      const { begun, documentType } = await retryOnConflict(() =>
        store.write((writer) => accept(step(writer), ids, lookup, deps)),
      );
      observe(begun);
      return { credentialId: ids.credentialId, documentType };
    } catch (error) {
      if (!(error instanceof Unaccepted)) throw error;
      const { why: cause } = error;
      const alarm = await retryOnConflict(() =>
        store.write((writer) => countFailure(step(writer), cause, deps)),
      );
      const refused: BegunProofing = { proofingId: ids.proofingId, state: 'rejected', alarm };
      observe(cause === 'wrongTxCode' ? refused : { ...refused, cause });
      throw new GrantRefused('codeRefused', 'the code is not valid');
    }
  };
