import { beforeEach, inject } from 'vitest';

beforeEach(({ skip }) => skip(inject('pooler').url === '', 'PgBouncer is not installed'));
