import { bareFastify } from '../harness/bare-fastify.ts';
import { answerMeter } from '../harness/metered-process.ts';
import { readParts } from '../issuer/floor-sides.ts';
import { READ_NAMES, readPath } from './requests.ts';

/** Bare Fastify that does what no server can leave out of a read: the rows of the grant and of what is asked for, a line of the log. */
const [file = '', folder = ''] = process.argv.slice(2);
const { readRow, logLine } = readParts(folder).sides;
const work = () => {
  readRow();
  readRow();
  logLine();
};
const fastify = bareFastify(file, Object.fromEntries(READ_NAMES.map((read) => [readPath(read), work])));
answerMeter(await fastify.listen({ host: '127.0.0.1', port: 0 }));
