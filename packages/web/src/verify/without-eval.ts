import * as z from 'zod'

// The page's content security policy does not allow `eval`, which zod would try for each schema. Has to run before the
// first schema is created.
z.config({ jitless: true })
