import { bareFastify } from './bare-fastify.ts';
import { answerMeter } from './metered-process.ts';

const [file = ''] = process.argv.slice(2);
answerMeter(await bareFastify(file).listen({ host: '127.0.0.1', port: 0 }));
