import { loadSettings } from '../../src/server/config/load-settings.ts';
import { createContext } from '../../src/server/context/context.ts';
import { adminToken } from '../../src/server/files/create-data-folder.ts';

// One of several processes that start on the same folder. Prints the admin token and the key ids that it found.
const context = await createContext(loadSettings({ environment: {}, options: { data: process.argv[2] } }));
const keys = await context.keys.register.list();
process.stdout.write(
  JSON.stringify({ token: adminToken(context.folder), keys: keys.map(({ keyId }) => keyId).toSorted() }),
);
await context.close();
