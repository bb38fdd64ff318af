import { commandsOf } from '../support/commands-of.ts';

commandsOf('README.md');
