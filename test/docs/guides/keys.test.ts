import { commandsOf } from '../support/commands-of.ts';

commandsOf('docs/keys.md');
