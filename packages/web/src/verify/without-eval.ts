import * as z from 'zod'

// The page's policy lets no text become code, and zod would try it for each schema: before the first is made.
z.config({ jitless: true })
