import { devNull } from 'node:os';
import { loadSettings } from '../../src/server/config/load-settings.ts';
import { createLogger, logDestination } from '../../src/server/observe/logger.ts';
import { letHeapGrow } from '../../src/server/process/heap-growth.ts';
import { startServer } from '../../src/server/process/start-server.ts';
import { answerMeter } from './metered-process.ts';

/** The server on a data folder, started as operators start it. Settings are passed as JSON; the log is discarded. */
const [data, json = '{}'] = process.argv.slice(2);
const options = { data, port: 0, adminPort: 0, ...(JSON.parse(json) as object) };
const settings = loadSettings({ environment: {}, options });
const logger = createLogger(settings.logLevel, logDestination(devNull));
letHeapGrow();
const { url } = await startServer(settings, { logger });
answerMeter(url);
