import { devNull } from 'node:os';
import { loadSettings } from '../../src/server/config/load-settings.ts';
import { createLogger, logDestination } from '../../src/server/observe/logger.ts';
import { startServer } from '../../src/server/process/start-server.ts';
import { answerMeter } from '../harness/metered-process.ts';

/** A server without background rounds, because they would work on the rows that were filled in. */
const [data, json = '{}'] = process.argv.slice(2);
const options = { data, port: 0, adminPort: 0, ...(JSON.parse(json) as object) };
const settings = loadSettings({ environment: {}, options });
const logger = createLogger(settings.logLevel, logDestination(devNull));
const { url } = await startServer(settings, { logger, sweepEvery: 0 });
answerMeter(url);
