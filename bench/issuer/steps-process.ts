import { bareFastify } from '../harness/bare-fastify.ts';
import { answerMeter } from '../harness/metered-process.ts';
import type { Sizes } from '../mso/sizes.ts';
import { primitivesWith, type TokenKeys } from './custodies.ts';
import { floorSides } from './floor-sides.ts';
import { stepsOf } from './steps.ts';

/** Options of a separate process, passed as JSON. */
export interface StepsOptions {
  readonly folder: string;
  readonly sizes: Sizes;
  /** Base64. */
  readonly chain: readonly string[];
  readonly tokenKeys?: TokenKeys;
}

/** Bare Fastify that does the minimum work of a request and then gives its fixed answer. */
const [file = '', options = ''] = process.argv.slice(2);
const { folder, sizes, chain, tokenKeys } = JSON.parse(options) as StepsOptions;
const { sides: primitives } = await primitivesWith(tokenKeys, sizes);
const certificates = chain.map((certificate) => Buffer.from(certificate, 'base64'));
const { sides: floors } = floorSides(folder, certificates, sizes.staticAuthData);
const fastify = bareFastify(file, stepsOf(primitives, floors));
answerMeter(await fastify.listen({ host: '127.0.0.1', port: 0 }));
