import { reach } from '../../client/transport/node.ts';
import type { Clock } from '../../conventions/time.ts';
import { decodeDeviceResponse } from '../../formats/mdoc/index.ts';
import { decodeMsoStatus, type MsoStanding, statusReader } from '../../formats/status/index.ts';
import { type Narrator, requirePresent } from '../narrator.ts';

export interface ReaderOfLists {
  /** Whether the presented MSO was revoked, by the list that it names. */
  standingOf(deviceResponse: Uint8Array, trustedRoots: readonly Uint8Array[]): Promise<MsoStanding>;
}

/** A reader that fetches status lists over HTTP, each once until it has to be fetched again. */
export function readerOfLists(clock: Clock, tell: Narrator): ReaderOfLists {
  const reader = statusReader({
    clock,
    async fetchList(uri) {
      const startedAt = performance.now();
      const answer = await reach(uri, { headers: { accept: 'application/statuslist+cwt' } });
      const list = await answer.bytes();
      const milliseconds = performance.now() - startedAt;
      tell.exchange({ method: 'GET', url: uri, answer: { status: answer.status, text: '' }, milliseconds });
      tell.result(`the reader fetched a status list: ${list.length} bytes, signed, valid for 24 hours`);
      return list;
    },
  });
  return {
    async standingOf(deviceResponse, trustedRoots) {
      const [document] = decodeDeviceResponse(deviceResponse).documents ?? [];
      const { certificates, mobileSecurityObject } = requirePresent(document, 'a document').issuerSigned
        .issuerAuth;
      const documentSigner = requirePresent(certificates[0], 'the document signer');
      const { status } = mobileSecurityObject;
      const standing = await reader.standingOf({ status, documentSigner, trustedRoots });
      const { idx } = requirePresent(decodeMsoStatus(status).statusList, 'the place in a status list');
      tell.result(`its entry ${idx} of 1 048 576 says: ${standing}`);
      return standing;
    },
  };
}
