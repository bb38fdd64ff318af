import { isoTime } from '../../conventions/json-schema.ts';
import { DIGITS, randomText } from '../../conventions/random-text.ts';
import { StatusError } from '../../conventions/status.ts';
import { currentState } from '../../issuer/explain-refusal.ts';
import type { Holder } from '../../issuer/model/index.ts';
import { offerLink, TX_CODE, takesTxCodes } from '../../issuer/offer/offer.ts';
import { creationRequests, walletOffer } from '../../issuer/offer/requests.ts';
import type { OperatorReader } from '../../issuer/ports/operators.ts';
import { newCode, newCodeId } from '../../issuer/proofing/pre-authorization-codes.ts';
import { txCodeDigest } from '../../issuer/wallet-grant/index.ts';
import { CODE_METHODS } from '../contract/codes/methods.ts';
import type { AdminRequest } from '../contract/index.ts';
import { holderById } from '../holders/holder.ts';
import type { IssuerAdminDeps } from '../operation/deps.ts';
import { issuer, operation } from '../operation/operation.ts';

/** @throws StatusError if no such code can be issued for the holder */
async function requireCodes(
  reader: OperatorReader,
  { holderId, txCode = false }: AdminRequest<'issueCode'>,
  { policy, clock }: Pick<IssuerAdminDeps, 'policy' | 'clock'>,
): Promise<Holder> {
  const holder = await holderById(reader, holderId);
  if (holder.state === 'revoked') {
    const stood = await currentState(
      reader,
      { subject: 'holder', subjectId: holderId, at: clock() },
      holder.state,
    );
    throw new StatusError('HOLDER_REVOKED', `the holder ${stood}; it cannot get codes`);
  }
  if (txCode && !takesTxCodes(policy, holder.documentType))
    throw new StatusError(
      'REQUEST_INVALID',
      `by issuer.wallets of this server no wallet can use a transaction code for ${holder.documentType}`,
      [{ field: 'txCode', description: 'must be left out' }],
    );
  return holder;
}

/** @throws StatusError if this server issues no codes */
function requireIssuedHere({ records }: Pick<IssuerAdminDeps, 'records'>): void {
  if (records !== undefined)
    throw new StatusError(
      'CODES_ISSUED_ELSEWHERE',
      'codes are issued by the system of record (issuer.records.source); issue the code there',
    );
}

/** The code is shown only once; its keyed digest, its holder and its expiry are stored. */
export const issueCode = operation(CODE_METHODS.issueCode, {
  needs: issuer,
  async prepare(deps, request) {
    requireIssuedHere(deps);
    await deps.store.read((reader) => requireCodes(reader, request, deps));
    return request;
  },
  async run(deps, request, actor) {
    requireIssuedHere(deps);
    const { store, policy, clock, random, codeDigest } = deps;
    const { holderId, ttlSeconds, txCode: hasTxCode = false } = request;
    const at = clock();
    const expiresAt = at + (ttlSeconds === undefined ? policy.codeTtl : ttlSeconds * 1000);
    const code = newCode(random);
    const codeId = newCodeId(random, at);
    const txCode = hasTxCode ? randomText(random, DIGITS, TX_CODE.length) : undefined;
    const txCodeHash = txCode === undefined ? {} : { txCodeHash: txCodeDigest(codeDigest, code, txCode) };
    const { documentType } = await store.write(async (writer) => {
      const holder = await requireCodes(writer, request, deps);
      const times = { createdAt: at, expiresAt };
      await writer.insertCode({ codeId, codeHash: codeDigest(code), holderId, ...times, ...txCodeHash });
      await writer.record({ subject: 'code', subjectId: codeId, event: 'create', to: 'open', actor, at });
      return holder;
    });
    const offered = { code, documentType, hasTxCode };
    const requests = creationRequests(offered, policy);
    const offer = walletOffer(offered, policy);
    const link = policy.codeLink?.replace('{code}', encodeURIComponent(code));
    return {
      id: codeId,
      code,
      ...(link === undefined ? {} : { link }),
      holderId,
      expireTime: isoTime(expiresAt),
      ...(offer && { offer: offerLink(offer) }),
      ...(txCode !== undefined && { txCode }),
      ...(requests.length > 0 && { requests: [...requests] }),
    };
  },
});
