import type { ReasonOf } from '../../conventions/reasons/index.ts';
import { StatusError } from '../../conventions/status.ts';
import { IssuerError } from '../../issuer/errors.ts';
import { isError } from '../../issuer/model/index.ts';
import { SignerOutsideValidity } from '../../issuer/mso/validity.ts';
import type { IssuerPolicy } from '../../issuer/policy.ts';
import { recordContext } from '../../issuer/record/calendar.ts';
import { checkRecord } from '../../issuer/record/check-record.ts';
import { issueSpecimen, specimenElements } from '../../issuer/specimen.ts';
import { SPECIMEN_METHODS } from '../contract/document-types/methods.ts';
import { issuer, operation } from '../operation/operation.ts';

const refused = (reason: ReasonOf<'FAILED_PRECONDITION'>, text: string) => new StatusError(reason, text);

function specimenOf(docType: string, policy: IssuerPolicy, now: number) {
  const type = policy.documentTypes.get(docType);
  if (!type) throw new StatusError('DOCUMENT_TYPE_NOT_FOUND', 'no such document type is served');
  const elements = specimenElements(type, recordContext(policy, now));
  const given = { id: 'specimen', documentType: docType, elements };
  const { checked, findings } = checkRecord(given, policy, now);
  if (checked) return { type, record: checked.record };
  const problems = findings.filter(isError).map(({ path, problem }) => `${path} ${problem}`);
  throw refused('NO_SPECIMEN', `no specimen of this document type can be made: ${problems.join('; ')}`);
}

/** Turns errors that an operator can correct into refusals. */
function refusal(error: unknown): unknown {
  if (error instanceof SignerOutsideValidity || error instanceof IssuerError)
    return refused('SIGNER_NOT_VALID', error.message);
  return error;
}

export const signSpecimen = operation(SPECIMEN_METHODS.signSpecimen, {
  needs: issuer,
  async run({ store, ...deps }, { documentType }, actor) {
    const at = deps.clock();
    const { type, record } = specimenOf(documentType, deps.policy, at);
    const { keyId } = await deps.keys.documentSigner();
    const issuerSigned = await issueSpecimen(record, type, deps).catch((error: unknown) => {
      throw refusal(error);
    });
    const change = { subject: 'key', subjectId: keyId, event: 'signSpecimen', actor, at } as const;
    await store.write((writer) => writer.record({ ...change, concerns: ['documentSigner'] }));
    return { documentType, issuerSigned: Buffer.from(issuerSigned).toString('base64') };
  },
});
