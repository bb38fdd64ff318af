import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { hasFewValues } from '../../conventions/index.ts';
import { refusal, repeatedMember } from '../conventions/index.ts';

/** Reads JSON in UTF-8; refuses too many values, repeated members, and the names `__proto__` and `constructor`. */
export function readJsonStrictly(instance: FastifyInstance): void {
  const parse = instance.getDefaultJsonParser('error', 'error');
  instance.removeContentTypeParser(['application/json', 'text/plain']);
  instance.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const text = bytes.toString('utf8');
    if (!isUtf8(bytes)) done(refusal('MALFORMED_BODY'));
    else if (!hasFewValues(bytes)) done(refusal('TOO_MANY_VALUES'));
    else void parse(request, text, (error, value) => done(error ?? repeatedMember(text), value));
  });
}
