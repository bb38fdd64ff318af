import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalidArgument } from '../../../conventions/index.ts';
import { StatusError } from '../../../conventions/status.ts';
import { statusAnswer } from '../../conventions/index.ts';
import { type Admission, authenticated } from '../caller.ts';
import { PREFIX } from '../route-path.ts';
import { answersOf, type BatchedAnswer, MOST_ANSWERED } from './answers.ts';
import { type BatchedRequest, batchedRequests } from './parts.ts';

const BODY_LIMIT = 10 * 1024 * 1024;

/** The name of the route in the log and the metrics. */
const NAME = 'batch';

const ELSEWHERE = `A part of a batch can only be a request under ${PREFIX}/; a batch itself is none.`;

const elsewhere = () => invalidArgument('BATCH_PART_ELSEWHERE', ELSEWHERE);

const TOO_LARGE = `The answers to the parts before this one are more than ${MOST_ANSWERED / 1024 / 1024} MiB; this one was not done. Send it in another batch.`;

const tooLarge = () => new StatusError('BATCH_ANSWERS_TOO_LARGE', TOO_LARGE);

function refusedPart(error: StatusError, domain: string): BatchedAnswer {
  const { status, headers, text } = statusAnswer(error, { domain });
  const payload = Buffer.from(text);
  return { status, headers: { ...headers, 'content-length': payload.length }, payload: [payload] };
}

/** Dispatches a request to the same listener, with its own credential or with that of the batch. */
function dispatcher(instance: FastifyInstance, domain: string, authorization: string | undefined) {
  return async ({ method, url, headers, payload }: BatchedRequest): Promise<BatchedAnswer> => {
    if (!url.startsWith(`${PREFIX}/`)) return refusedPart(elsewhere(), domain);
    const answer = await instance.inject({
      method: method as 'GET',
      url,
      headers: { ...(authorization !== undefined && { authorization }), ...headers },
      ...(payload.length > 0 && { payload }),
      // Otherwise it makes three copies of each answer in one turn.
      payloadAsStream: true,
    });
    return { status: answer.statusCode, headers: answer.headers, payload: answer.stream() };
  };
}

/**
 * Executes the requests in the parts of a multipart/mixed body and answers them in the same order, each with
 * its own status. The credential of the batch is checked before its body is read; a part may have its own
 * credential. All parts are parsed before the first one is executed. After that, each succeeds or fails
 * independently.
 */
export const batchRoute = (instance: FastifyInstance, domain: string, admission: Admission) => ({
  bodyLimit: BODY_LIMIT,
  config: { methodName: NAME },
  async onRequest(request: FastifyRequest): Promise<void> {
    await authenticated(admission, request);
  },
  async handler({ headers, body }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { authorization, 'content-type': contentType } = headers;
    const requests = await batchedRequests(contentType, (body as Buffer | undefined) ?? Buffer.alloc(0));
    const boundary = `batch_${randomUUID()}`;
    const dispatch = dispatcher(instance, domain, authorization);
    const answers = answersOf(requests, boundary, dispatch, () => refusedPart(tooLarge(), domain));
    return reply
      .header('content-type', `multipart/mixed; boundary=${boundary}`)
      .header('cache-control', 'private')
      .send(Readable.from(answers));
  },
});
