import { commandsOf } from '../support/commands-of.ts';

commandsOf('docs/integrate/admob-clients.md');
