import { loadSettings } from '../../src/server/config/load-settings.ts';
import { startServer } from '../../src/server/process/start-server.ts';

// A server beside another one on the same SQLite, as workers are, but with addresses of its own:
// `beside-process.ts serve --data FOLDER …`.
const data = process.argv[4];
const settings = loadSettings({ environment: process.env, options: { data, port: 0, adminPort: 0 } });
const { issuerUrl, adminUrl } = await startServer(settings);
process.stdout.write(`issuer panel        ${issuerUrl}/v1/vdc/\nadmin               ${adminUrl}/admin/v1/\n`);
