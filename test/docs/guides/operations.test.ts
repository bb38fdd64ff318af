import { commandsOf } from '../support/commands-of.ts';

commandsOf('docs/operations.md');
