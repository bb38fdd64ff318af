import { commandsOf } from '../support/commands-of.ts';

commandsOf('docs/integrate/configuration-as-code.md');
