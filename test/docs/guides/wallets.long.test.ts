import { commandsOf } from '../support/commands-of.ts';
import { sandbox } from '../support/run-guide.ts';

// The server starts with the settings that the page shows.
commandsOf('docs/integrate/openid4vci.md', { prepare: (folder) => sandbox(folder, 'wallets.yaml') });
commandsOf('docs/integrate/add-to-wallet.md', { prepare: (folder) => sandbox(folder, 'add-to-wallet.yaml') });
