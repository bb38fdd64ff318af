import { Unreachable } from '../../client/errors.ts';
import type { ClientTls } from '../../client/transport/client-tls.ts';
import { reach } from '../../client/transport/node.ts';
import { type DeviceResponse, decodeDeviceResponse, verifyDeviceResponse } from '../../formats/mdoc/index.ts';
import { MsoStatusError, statusReader } from '../../formats/status/index.ts';
import type { Presentation } from '../../wallet/index.ts';

/** A reader of documents. Without roots it trusts every document signer. */
interface Reader {
  readonly sessionTranscript: Uint8Array;
  readonly trustedRoots: readonly Uint8Array[] | undefined;
  /** Whether it asks the status lists, which needs roots. */
  readonly isListRead: boolean;
  /** For the status lists. */
  readonly tls: ClientTls | undefined;
}

const fetchListWith =
  (tls: ClientTls | undefined) =>
  async (uri: string): Promise<Uint8Array> => {
    const answer = await reach(uri, { headers: { accept: 'application/statuslist+cwt' }, tls });
    if (!answer.ok) throw new Unreachable(`${uri} answers ${answer.status}`);
    return answer.bytes();
  };

/** What a reader learns from the status lists that the document names. */
async function statusProblems(
  response: DeviceResponse,
  trustedRoots: readonly Uint8Array[],
  tls: Reader['tls'],
) {
  const reader = statusReader({ fetchList: fetchListWith(tls), clock: Date.now });
  const problems: string[] = [];
  for (const { issuerSigned } of response.documents ?? []) {
    const { certificates, mobileSecurityObject } = issuerSigned.issuerAuth;
    const documentSigner = certificates[0] ?? new Uint8Array();
    try {
      const { status } = mobileSecurityObject;
      const standing = await reader.standingOf({ status, documentSigner, trustedRoots });
      if (standing === 'revoked') problems.push('status: the mobile security object was revoked');
    } catch (error) {
      if (!(error instanceof MsoStatusError || error instanceof Unreachable)) throw error;
      problems.push(`status: ${error.message}`);
    }
  }
  return problems;
}

/** The problems that a reader would find. */
export async function readerProblems(
  { deviceResponse }: Presentation,
  { sessionTranscript, trustedRoots, isListRead, tls }: Reader,
): Promise<readonly string[]> {
  const response = decodeDeviceResponse(deviceResponse);
  const report = verifyDeviceResponse(response, {
    now: Date.now(),
    sessionTranscript,
    ...(trustedRoots && { trustedRoots }),
  });
  const checks = [...report.checks, ...report.documents.flatMap((document) => document.checks)];
  const failed = checks.flatMap((check) =>
    check.status === 'failed' ? [`${check.name}: ${check.reason}`] : [],
  );
  return trustedRoots && isListRead
    ? [...failed, ...(await statusProblems(response, trustedRoots, tls))]
    : failed;
}
