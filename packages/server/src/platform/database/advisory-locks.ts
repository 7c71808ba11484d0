/**
 * The numbers of the product's advisory locks, arbitrary and used only by this product. They are all kept here, because
 * in a database two locks of the same number are one lock. Locks named by a text have two numbers or a hash instead.
 */
export const advisoryLocks = {
  /** Changing tables: taken by every version, since the first. */
  migrating: 7_241_865_325_823_964,
  /** One process fills a new database while others wait. */
  filling: 20_260_001,
  /** Work that an upgrade or a large load has left to the running product. */
  building: 20_260_002,
  /** Shared by all processes that use the database; a restore takes it alone. */
  inUse: 20_260_003,
  /** Imports run one after another. */
  importing: 20_260_004,
  /** Held by each process that uses the embedded server, in its database `postgres`; the second number is the process. */
  present: 20_260_005,
} as const
