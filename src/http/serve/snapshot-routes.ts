import type { FastifyInstance } from 'fastify';
import { appId } from '../../mediation/names.ts';
import type { AppSnapshots } from '../../mediation/serve/snapshots.ts';
import { refusal } from '../conventions/index.ts';
import { type Admission, admit, servingKeyOf } from './admit.ts';
import { sendAnswer } from './answer.ts';
import { copyAnswer, snapshotAnswer } from './snapshot-answer.ts';

const COPY = /^([0-9a-f]{64})\.json$/;

/** The current snapshot of an app, and the copies of earlier ones by their hashes. */
export function snapshotRoutes(
  instance: FastifyInstance,
  { snapshots, ...admission }: Admission & { readonly snapshots: AppSnapshots },
): void {
  const onRequest = admit(admission, 'servePerAddress');

  instance.get(
    '/:key/apps/:file',
    { onRequest, config: { methodName: 'snapshot' } },
    async (request, reply) => {
      const { key, publisherId, appFragment } = servingKeyOf(request);
      const { file } = request.params as { readonly file: string };
      if (file !== `${appId(publisherId, appFragment)}.json`) throw refusal('ROUTE_NOT_FOUND');
      const found = await snapshots.current({ key, publisherId, appFragment });
      if (!found) throw refusal('ROUTE_NOT_FOUND');
      return sendAnswer(reply, snapshotAnswer(found, request.headers));
    },
  );

  instance.get(
    '/:key/snapshots/:file',
    { onRequest, config: { methodName: 'snapshotCopy' } },
    async (request, reply) => {
      const { publisherId, appFragment } = servingKeyOf(request);
      const { file } = request.params as { readonly file: string };
      const [, sha256] = COPY.exec(file) ?? [];
      if (sha256 === undefined) throw refusal('ROUTE_NOT_FOUND');
      const content = await snapshots.copy({ publisherId, appFragment, sha256 });
      if (!content) throw refusal('ROUTE_NOT_FOUND');
      return sendAnswer(reply, await copyAnswer({ sha256, content }, request.headers));
    },
  );
}
