/* Made from openapi.json by openapi-typescript. */

export interface paths {
    "/devices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One device
         * @description The state of a device that the user of the key has `read` or `update` access to.
         */
        get: operations["getDevice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Devices
         * @description The devices that the user of the key has `read` or `update` access to, ordered by name, then id. `is_online` is evaluated at the same moment for all of them.
         */
        get: operations["listDevices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/devices/{id}/outages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Outages of one device
         * @description The last 50 outages of a device, and its uptime. The times in which no service accepted heartbeats do not count.
         */
        get: operations["listOutages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fleet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The fleet
         * @description The devices that the user of the key has `read` or `update` access to, with their states, outages and sites: sites with the newest outage first, the others by name, and then devices without a site. Each site has offline devices first, the newest outage at the top, then those that were never connected, those that are asleep, and those that are online, each by name. A name with a shorter number at its end comes first: `Screen 2` before `Screen 10`. All of it is evaluated at the same moment.
         */
        get: operations["getFleet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/stream-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A token for opening a stream
         * @description For an EventSource, which cannot send headers. The token is bound to the key and expires after five minutes. A stream opened with it continues as long as the key is valid.
         */
        get: operations["createStreamToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/groups/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Groups, and their changes as a stream
         * @description Server-Sent Events: `groups` with the response of `GET /v1/groups`, first and after each change. The id of an event is the ETag. A client whose `Last-Event-ID` is current receives only later changes.
         */
        get: operations["streamGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/menus": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The menus of the key
         * @description All menus granted to the key, ordered by name, then id.
         */
        get: operations["listMenus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/menus/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The menus of the key as select options
         * @description Ordered by label, then value.
         */
        get: operations["listMenuOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/menus/{menuId}/groups/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The groups of a menu as select options
         * @description Every group at any depth; the label is its path. Ordered by label, then value.
         */
        get: operations["listGroupOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Groups with their items and subgroups
         * @description The top-level groups of the menus, or, with `groups` or `tags`, each matching group at any depth. Menus that are not granted to the key are treated as if they did not exist.
         */
        get: operations["listGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/items/{itemId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an item
         * @description Changes the fields in the body; the others stay. The item must be in a menu that is granted to the key. If several such menus have an item with this ID, name the menu with `menu`. The media type `application/merge-patch+json` is accepted, too. If the request has `If-Match` with the `ETag` of `GET /v1/groups?menus=ID`, the change is made only if no group and no item of the menu has changed since. Only with `CHANGES=on`.
         */
        patch: operations["updateItem"];
        trace?: never;
    };
    "/v1/menus/{menuId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace a menu
         * @description Replaces a menu by that in the body, which is a menu as in an import file, without `keepsLeftOut`. Its `id` may be left out. Only what differs is written. No menu is created. If the request has `If-Match` with the `ETag` of `GET /v1/groups?menus=ID`, the change is made only if no group and no item of the menu has changed since. Only with `CHANGES=on`.
         */
        put: operations["replaceMenu"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a key
         * @description Creates a key of the same user, which may do no more than the key of the request: for a screen, for example. It ends when that key is revoked. Only with `CHANGES=on`.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/devices/{id}/heartbeats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report that a device is running
         * @description Sets the last heartbeat of a device that the user of the key has `update` access to. The time is that of the server. The body is empty. Only with `CHANGES=on`.
         */
        post: operations["reportHeartbeat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/devices/{id}/mute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Mute a device
         * @description Sends no alerts about a device until a time. The user of the key needs `update` access to it. Only with `CHANGES=on`.
         */
        put: operations["muteDevice"];
        post?: never;
        /**
         * Unmute a device
         * @description Ends the mute of the device, if there is one. The user of the key needs the same access. Only with `CHANGES=on`.
         */
        delete: operations["unmuteDevice"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{id}/mute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Mute a site
         * @description Sends no alerts about a site until a time. The user of the key needs `update` access to all of its devices. A site without devices cannot be muted. Only with `CHANGES=on`.
         */
        put: operations["muteSite"];
        post?: never;
        /**
         * Unmute a site
         * @description Ends the mute of the site, if there is one. The user of the key needs the same access. Only with `CHANGES=on`.
         */
        delete: operations["unmuteSite"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The body of every error response. */
        Error: {
            /** @description What is wrong, in one plain sentence. */
            message: string;
        };
        /** @description The outages of a device, and its uptime. */
        DeviceHistory: {
            /**
             * @description Share of the last 24 hours in which the device was up, in percent, rounded down to two decimals. Null if less than an hour of it is known.
             * @example 99.41
             */
            uptime_24h: number | null;
            /**
             * @description The same for the last 30 days.
             * @example 99.41
             */
            uptime_30d: number | null;
            /** @description The newest first. In lists of devices, only those of the last 24 hours. */
            outages: {
                /**
                 * Format: date-time
                 * @description The last heartbeat before it.
                 */
                started_at: string;
                /**
                 * Format: date-time
                 * @description The first heartbeat after it; null while the outage continues.
                 */
                ended_at: string | null;
                /** @description Its length in seconds. For an outage that continues, up to the last full minute. */
                duration_seconds: number;
                /** @description How often the device was online for less than 2 minutes meanwhile. */
                interruptions: number;
            }[];
            /** @description Times in which it is unknown whether the device was silent, the oldest first: before its first heartbeat, and while no service accepted heartbeats. */
            unknown: {
                /**
                 * Format: date-time
                 * @description Its start.
                 */
                started_at: string;
                /**
                 * Format: date-time
                 * @description Its end.
                 */
                ended_at: string;
            }[];
            /** @description Times of the last 30 days in which its site was closed, the oldest first. Silence does not count then. In lists of devices, only those of the last 24 hours. */
            closed: {
                /**
                 * Format: date-time
                 * @description Its start.
                 */
                started_at: string;
                /**
                 * Format: date-time
                 * @description Its end.
                 */
                ended_at: string;
            }[];
        };
        /** @description One display device. */
        Device: {
            /** @description Device ID, usually its MAC address in lower case with colons. */
            id: string;
            /** @description Name of the device. */
            name: string;
            /**
             * @description IANA time zone.
             * @example America/Los_Angeles
             */
            timezone: string;
            /**
             * @description Width x height in pixels.
             * @example 1920x1080
             */
            screen_resolution: string;
            /**
             * @description Screen orientation.
             * @example normal
             */
            screen_orientation: string;
            /**
             * Format: date-time
             * @description When it was registered with its activation code.
             * @example 2024-03-21T17:51:45.732391Z
             */
            registered_at: string | null;
            /**
             * Format: date-time
             * @description When content was last published to it.
             * @example 2024-03-21T17:51:45.732391Z
             */
            published_at: string | null;
            /**
             * Format: date-time
             * @description When it sent its last heartbeat.
             * @example 2024-03-21T17:51:45.732391Z
             */
            last_heartbeat_at: string | null;
            /** @description Whether its last heartbeat is at most 5 minutes old. */
            is_online: boolean;
            /** @description Whether it starts playing from its cache after startup. */
            offline_startup: boolean;
            /** @description Minutes on the WiFi setup screen when offline_startup is enabled. */
            offline_startup_delay_minutes: number;
            /** @description Whether developer tools open at startup. The original document of this interface declares an integer, but its example has a boolean. */
            open_dev_tools: boolean;
            /**
             * Format: date-time
             * @description When it was last updated.
             * @example 2024-03-21T17:51:45.732391Z
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When it was created, typically imaged. The original document of this interface declares an integer, but its example has a timestamp.
             * @example 2024-03-21T17:51:45.732391Z
             */
            created_at: string;
        };
        /** @description A page of devices. */
        Devices: {
            /** @description The number of devices on all pages. */
            total: number;
            /** @description The devices of this page, ordered by name, then id. */
            data: components["schemas"]["Device"][];
        };
        /** @description A device of the fleet. */
        FleetDevice: {
            /** @description Device ID, usually its MAC address in lower case with colons. */
            id: string;
            /** @description Name of the device. */
            name: string;
            /**
             * @description IANA time zone.
             * @example America/Los_Angeles
             */
            timezone: string;
            /**
             * @description Width x height in pixels.
             * @example 1920x1080
             */
            screen_resolution: string;
            /**
             * @description Screen orientation.
             * @example normal
             */
            screen_orientation: string;
            /**
             * Format: date-time
             * @description When it was registered with its activation code.
             * @example 2024-03-21T17:51:45.732391Z
             */
            registered_at: string | null;
            /**
             * Format: date-time
             * @description When content was last published to it.
             * @example 2024-03-21T17:51:45.732391Z
             */
            published_at: string | null;
            /**
             * Format: date-time
             * @description When it sent its last heartbeat.
             * @example 2024-03-21T17:51:45.732391Z
             */
            last_heartbeat_at: string | null;
            /** @description Whether its last heartbeat is at most 5 minutes old. */
            is_online: boolean;
            /** @description Whether it starts playing from its cache after startup. */
            offline_startup: boolean;
            /** @description Minutes on the WiFi setup screen when offline_startup is enabled. */
            offline_startup_delay_minutes: number;
            /** @description Whether developer tools open at startup. The original document of this interface declares an integer, but its example has a boolean. */
            open_dev_tools: boolean;
            /**
             * Format: date-time
             * @description When it was last updated.
             * @example 2024-03-21T17:51:45.732391Z
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When it was created, typically imaged. The original document of this interface declares an integer, but its example has a timestamp.
             * @example 2024-03-21T17:51:45.732391Z
             */
            created_at: string;
            /** @description Where it is; null if it has no site. */
            site: {
                /** @description Site ID. */
                id: string;
                /** @description Name of the site. */
                name: string;
                /** @description IANA time zone of the site. */
                timezone: string;
            } | null;
            history: components["schemas"]["DeviceHistory"];
            /**
             * @description offline (silent for more than five minutes), never (without a heartbeat so far), asleep (silent while its site is closed), online (with a heartbeat in the last five minutes).
             * @enum {string}
             */
            state: "offline" | "never" | "asleep" | "online";
            /**
             * @description Why it is offline, as far as other devices tell, in one sentence; null if nothing is known.
             * @example Only this screen: 14 other screens at The Quayside are online.
             */
            reason: string | null;
            /**
             * Format: date-time
             * @description Until when nobody is alerted; null if it is not muted.
             */
            muted_until: string | null;
        };
        /** @description One page of the fleet. */
        Fleet: {
            /** @description The number of devices: of `all`, and in each state. Filters do not change it. */
            counts: {
                /** @description All devices that the key may read. */
                all: number;
                /** @description How many are `offline`. */
                offline: number;
                /** @description How many are `never`. */
                never: number;
                /** @description How many are `asleep`. */
                asleep: number;
                /** @description How many are `online`. */
                online: number;
            };
            /** @description The number of devices that match the filters, on all pages. */
            total: number;
            /** @description What concerns the fleet as a whole, in sentences, such as: No heartbeat from any screen since 04:16 UTC: their connection to the signage service may be down. */
            notices: string[];
            /** @description The sites of the devices of this page. */
            sites: {
                /** @description Site ID. */
                id: string;
                /** @description Name of the site. */
                name: string;
                /** @description IANA time zone of the site. */
                timezone: string;
                /** @description Whether it is open now. */
                is_open: boolean;
                /** @description How many of its devices the key can read. */
                devices: number;
                /** @description How many of these are online. */
                online: number;
                /**
                 * Format: date-time
                 * @description Until when nobody is alerted; null if it is not muted.
                 */
                muted_until: string | null;
            }[];
            /** @description The devices of this page, in order. */
            devices: components["schemas"]["FleetDevice"][];
            /** @description The `cursor` of the next page; null on the last one. */
            next: string | null;
        };
        /** @description An item with its child items, for example sizes. */
        Item: {
            metadata: {
                items: {
                    /** @description Direct child items, including those below `depth`. */
                    total: number;
                };
            };
            /** @description Item ID. */
            id: string;
            /** @description Name of the item. */
            name: string;
            /** @description Description. */
            description: string | null;
            /** @description Price. null means no price; 0 means free. */
            price: number | null;
            /** @description Calories. */
            calories: number | null;
            /** @description Tags in the order they were given; often key:value. */
            tags: string[];
            /** @description Whether it is in stock. Items that are out of stock are listed too. */
            inStock: boolean;
            /** @description Child items; empty at a leaf. */
            items: components["schemas"]["Item"][];
        };
        /** @description A group with its child groups and its items. */
        Group: {
            metadata: {
                groups: {
                    /** @description Direct child groups, including those below `depth`. */
                    total: number;
                };
                items: {
                    /** @description Direct child items. */
                    total: number;
                };
            };
            /** @description Group ID. */
            id: string;
            /** @description Name of the group. */
            name: string;
            /** @description Description. */
            description: string | null;
            /** @description Tags in the order they were given. */
            tags: string[];
            /** @description Child groups; empty at a leaf. */
            groups: components["schemas"]["Group"][];
            /** @description Items directly in this group. */
            items: components["schemas"]["Item"][];
        };
        /** @description Groups with their subgroups and items. */
        Groups: {
            /** @description The number of groups. */
            metadata: {
                groups: {
                    /** @description Matching groups on all pages. */
                    total: number;
                };
            };
            /** @description The groups of this page. */
            groups: components["schemas"]["Group"][];
        };
        /** @description A menu in a list. */
        Menu: {
            /** @description Menu ID. */
            id: string;
            /** @description Name of the menu. */
            name: string;
            locations: {
                /** @description Where the menu is served. */
                name: string | null;
                /** @description The restaurant that serves it. */
                restaurantName: string | null;
            };
        };
        /** @description One option of a selector. */
        SelectorOption: {
            /** @description The text to show. */
            label: string;
            /** @description The ID to send. */
            value: string;
        };
        /** @description What a replaced menu has gained and lost. */
        MenuChanges: {
            /** @description New groups and items. */
            added: number;
            /** @description Groups and items that existed before and now differ: in a field, in their place, or in the order of what is in them. If the top-level groups have a new order, that counts as one change. */
            changed: number;
            /** @description Groups and items that are no longer there. */
            removed: number;
        };
        /** @description A new key. */
        NewKey: {
            /** @description The ID by which commands and logs call the key. */
            id: string;
            /** @description The key. It cannot be shown again. */
            key: string;
        };
        /** @description How long something is muted. */
        Mute: {
            /**
             * Format: date-time
             * @description Until when nobody is alerted.
             */
            muted_until: string;
        };
        /** @description An item in the body of a request. */
        ItemBody: {
            /** @description ID. By default, it is derived from the position in the menu. */
            id?: string;
            /** @description Ignored. */
            metadata?: Record<string, never>;
            /** @description Name of the item. */
            name: string;
            /** @description Description. */
            description?: string | null;
            /** @description Price. null means no price; 0 means free. */
            price?: number | null;
            /** @description Calories. */
            calories?: number | null;
            /** @description Tags. */
            tags?: string[];
            /** @description Whether it is in stock. */
            inStock?: boolean;
            /** @description Child items. */
            items?: components["schemas"]["ItemBody"][];
        };
        /** @description A group in the body of a request. */
        GroupBody: {
            /** @description ID. By default, it is derived from the position in the menu. */
            id?: string;
            /** @description Ignored. */
            metadata?: Record<string, never>;
            /** @description Name of the group. */
            name: string;
            /** @description Description. */
            description?: string | null;
            /** @description Tags. */
            tags?: string[];
            /** @description Child groups. */
            groups?: components["schemas"]["GroupBody"][];
            /** @description Items directly in this group. */
            items?: components["schemas"]["ItemBody"][];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Device ID. A MAC address may be in upper or lower case, with colons or hyphens.
                 * @example c4:23:60:91:c0:03
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c4:23:60:91:c0:03",
                     *       "name": "Quayside Window",
                     *       "timezone": "America/Los_Angeles",
                     *       "screen_resolution": "1920x1080",
                     *       "screen_orientation": "left",
                     *       "registered_at": "2024-03-21T17:51:45.732391Z",
                     *       "published_at": "2025-01-15T15:20:15.955849Z",
                     *       "last_heartbeat_at": "2026-03-02T09:41:12.000000Z",
                     *       "is_online": false,
                     *       "offline_startup": true,
                     *       "offline_startup_delay_minutes": 1,
                     *       "open_dev_tools": false,
                     *       "updated_at": "2025-01-15T15:20:15.955849Z",
                     *       "created_at": "2024-03-21T17:51:45.705690Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Device"];
                };
            };
            /** @description The request or one of its parameters is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid: `Invalid API key`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key lacks the scope: `Invalid scopes`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such device, or the user of the key may not read it: `Device not found`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The URL is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; retry after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are too large, or too many. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the service is overloaded; retry after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listDevices: {
        parameters: {
            query?: {
                /** @description Only devices that are online (`true`) or not (`false`). */
                is_online?: boolean;
                /** @description Only these devices. A MAC address may be in upper or lower case, with colons or hyphens. For several values, repeat the parameter, separate them by commas, or send a JSON array. */
                ids?: string[];
                /** @description The page, from 1. */
                page?: number;
                /** @description Devices per page: at most 1000, by default 100. */
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The devices. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "total": 1,
                     *       "data": [
                     *         {
                     *           "id": "c4:23:60:91:c0:03",
                     *           "name": "Quayside Window",
                     *           "timezone": "America/Los_Angeles",
                     *           "screen_resolution": "1920x1080",
                     *           "screen_orientation": "left",
                     *           "registered_at": "2024-03-21T17:51:45.732391Z",
                     *           "published_at": "2025-01-15T15:20:15.955849Z",
                     *           "last_heartbeat_at": "2026-03-02T09:41:12.000000Z",
                     *           "is_online": false,
                     *           "offline_startup": true,
                     *           "offline_startup_delay_minutes": 1,
                     *           "open_dev_tools": false,
                     *           "updated_at": "2025-01-15T15:20:15.955849Z",
                     *           "created_at": "2024-03-21T17:51:45.705690Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Devices"];
                };
            };
            /** @description The request or one of its parameters is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid: `Invalid API key`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key lacks the scope: `Invalid scopes`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The URL is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; retry after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are too large, or too many. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the service is overloaded; retry after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listOutages: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Device ID. A MAC address may be in upper or lower case, with colons or hyphens.
                 * @example c4:23:60:91:c0:03
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The outages of the device, and its uptime. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "uptime_24h": 87.5,
                     *       "uptime_30d": 99.41,
                     *       "outages": [
                     *         {
                     *           "started_at": "2026-03-02T09:41:12.000Z",
                     *           "ended_at": null,
                     *           "duration_seconds": 10800,
                     *           "interruptions": 0
                     *         }
                     *       ],
                     *       "unknown": [],
                     *       "closed": []
                     *     }
                     */
                    "application/json": components["schemas"]["DeviceHistory"];
                };
            };
            /** @description The request or one of its parameters is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid: `Invalid API key`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key lacks the scope: `Invalid scopes`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description As for `GET /devices/{id}`: `Device not found`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The URL is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; retry after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are too large, or too many. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the service is overloaded; retry after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getFleet: {
        parameters: {
            query?: {
                /** @description Only the device with this ID. */
                id?: string;
                /** @description Only devices in this state: `offline`, `never`, `asleep`, `online`. */
                state?: "offline" | "never" | "asleep" | "online";
                /** @description Only devices of the site with this ID. */
                site?: string;
                /** @description Only devices that have all of these words in their name, ID, site name or time zone (for a device with a site, that of the site). Case and accents do not matter. At most 20 different words. */
                search?: string;
                /** @description The `next` of the page before. */
                cursor?: string;
                /** @description Devices per page, 200 by default. A larger number counts as 200. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the fleet. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "counts": {
                     *         "all": 2,
                     *         "offline": 1,
                     *         "never": 0,
                     *         "asleep": 0,
                     *         "online": 1
                     *       },
                     *       "total": 1,
                     *       "notices": [],
                     *       "sites": [
                     *         {
                     *           "id": "quayside",
                     *           "name": "Quayside",
                     *           "timezone": "America/Los_Angeles",
                     *           "is_open": true,
                     *           "devices": 2,
                     *           "online": 1,
                     *           "muted_until": null
                     *         }
                     *       ],
                     *       "devices": [
                     *         {
                     *           "id": "c4:23:60:91:c0:03",
                     *           "name": "Quayside Window",
                     *           "timezone": "America/Los_Angeles",
                     *           "screen_resolution": "1920x1080",
                     *           "screen_orientation": "left",
                     *           "registered_at": "2024-03-21T17:51:45.732391Z",
                     *           "published_at": "2025-01-15T15:20:15.955849Z",
                     *           "last_heartbeat_at": "2026-03-02T09:41:12.000000Z",
                     *           "is_online": false,
                     *           "offline_startup": true,
                     *           "offline_startup_delay_minutes": 1,
                     *           "open_dev_tools": false,
                     *           "updated_at": "2025-01-15T15:20:15.955849Z",
                     *           "created_at": "2024-03-21T17:51:45.705690Z",
                     *           "site": {
                     *             "id": "quayside",
                     *             "name": "Quayside",
                     *             "timezone": "America/Los_Angeles"
                     *           },
                     *           "history": {
                     *             "uptime_24h": 87.5,
                     *             "uptime_30d": 99.41,
                     *             "outages": [
                     *               {
                     *                 "started_at": "2026-03-02T09:41:12.000Z",
                     *                 "ended_at": null,
                     *                 "duration_seconds": 10800,
                     *                 "interruptions": 0
                     *               }
                     *             ],
                     *             "unknown": [],
                     *             "closed": []
                     *           },
                     *           "state": "offline",
                     *           "reason": "Only this screen: 1 other screen at Quayside is online.",
                     *           "muted_until": null
                     *         }
                     *       ],
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["Fleet"];
                };
            };
            /** @description The client already has this response: its ETag is in `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request or one of its parameters is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid: `Invalid API key`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key lacks the scope: `Invalid scopes`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The URL is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; retry after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are too large, or too many. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the service is overloaded; retry after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createStreamToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "token": "sgt_…",
                     *       "expiresAt": "2026-03-02T09:46:14.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @description The token. Send it as the parameter `token` instead of the key. */
                        token: string;
                        /**
                         * Format: date-time
                         * @description When it expires.
                         */
                        expiresAt: string;
                    };
                };
            };
            /** @description The request or one of its parameters is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid: `Invalid API key`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The URL is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; retry after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are too large, or too many. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the service is overloaded; retry after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    streamGroups: {
        parameters: {
            query?: {
                /** @description Only groups of these menus. For several values, repeat the parameter, separate them by commas, or send a JSON array. */
                menus?: string[];
                /** @description Only these groups, at any depth. For several values, repeat the parameter, separate them by commas, or send a JSON array. */
                groups?: string[];
                /** @description Only groups with all of these tags, at any depth. A tag may contain a comma. For several values, repeat the parameter, separate them by commas, or send a JSON array. */
                tags?: string[];
                /** @description How many levels below each entry to include; 0 includes none. By default all. */
                depth?: number;
                /** @description The page of top-level entries, from 1. */
                page?: number;
                /** @description Entries per page: at most 50, by default 10 if `page` is given. */
                pageSize?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example retry:2000
                     *     event: groups
                     *     id: "3AbUd_HHBpXYfbuBsJ6fsq0Qg25"
                     *     data: {"metadata":{"groups":{"total":0}},"groups":[]}
                     */
                    "text/event-stream": string;
                };
            };
            /** @description The request or one of its parameters is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid: `Invalid API key`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The URL is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; retry after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are too large, or too many. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the service is overloaded; retry after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listMenus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The menus. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "5303e8e5-d12b-45d6-aad5-5950c0f65a95",
                     *         "name": "All Day",
                     *         "locations": {
                     *           "name": "Quayside",
                     *           "restaurantName": "Copper Kettle"
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Menu"][];
                };
            };
            /** @description The client already has this response: its ETag is in `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request or one of its parameters is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid: `Invalid API key`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The URL is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; retry after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are too large, or too many. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the service is overloaded; retry after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listMenuOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The options. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "label": "All Day (Quayside)",
                     *         "value": "5303e8e5-d12b-45d6-aad5-5950c0f65a95"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["SelectorOption"][];
                };
            };
            /** @description The client already has this response: its ETag is in `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request or one of its parameters is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid: `Invalid API key`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The URL is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; retry after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are too large, or too many. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the service is overloaded; retry after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listGroupOptions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Menu ID.
                 * @example 5303e8e5-d12b-45d6-aad5-5950c0f65a95
                 */
                menuId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The options. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "label": "Food > Starters",
                     *         "value": "758f7e76-eb46-491d-a6b6-0bea46a04d65"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["SelectorOption"][];
                };
            };
            /** @description The client already has this response: its ETag is in `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request or one of its parameters is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid: `Invalid API key`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such menu, or it is not granted to the key: `Menu not found`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The URL is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; retry after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are too large, or too many. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the service is overloaded; retry after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listGroups: {
        parameters: {
            query?: {
                /** @description Only groups of these menus. For several values, repeat the parameter, separate them by commas, or send a JSON array. */
                menus?: string[];
                /** @description Only these groups, at any depth. For several values, repeat the parameter, separate them by commas, or send a JSON array. */
                groups?: string[];
                /** @description Only groups with all of these tags, at any depth. A tag may contain a comma. For several values, repeat the parameter, separate them by commas, or send a JSON array. */
                tags?: string[];
                /** @description How many levels below each entry to include; 0 includes none. By default all. */
                depth?: number;
                /** @description The page of top-level entries, from 1. */
                page?: number;
                /** @description Entries per page: at most 50, by default 10 if `page` is given. */
                pageSize?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The groups. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "metadata": {
                     *         "groups": {
                     *           "total": 1
                     *         }
                     *       },
                     *       "groups": [
                     *         {
                     *           "metadata": {
                     *             "groups": {
                     *               "total": 0
                     *             },
                     *             "items": {
                     *               "total": 1
                     *             }
                     *           },
                     *           "id": "758f7e76-eb46-491d-a6b6-0bea46a04d65",
                     *           "name": "Starters",
                     *           "description": null,
                     *           "tags": [],
                     *           "groups": [],
                     *           "items": [
                     *             {
                     *               "metadata": {
                     *                 "items": {
                     *                   "total": 0
                     *                 }
                     *               },
                     *               "id": "26aa3de9-7a36-4432-ab0c-053d5f8c19d5",
                     *               "name": "Tomato and Basil Soup",
                     *               "description": "With grilled sourdough",
                     *               "price": 6.5,
                     *               "calories": 240,
                     *               "tags": [
                     *                 "diet:vegan",
                     *                 "serve:hot"
                     *               ],
                     *               "inStock": true,
                     *               "items": []
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Groups"];
                };
            };
            /** @description The client already has this response: its ETag is in `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request or one of its parameters is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid: `Invalid API key`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The URL is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; retry after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are too large, or too many. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the service is overloaded; retry after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateItem: {
        parameters: {
            query?: {
                /** @description The ID of the menu that the item is in. */
                menu?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Item ID.
                 * @example 26aa3de9-7a36-4432-ab0c-053d5f8c19d5
                 */
                itemId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "inStock": false,
                 *       "price": 6.5
                 *     }
                 */
                "application/json": {
                    /** @description Whether it is in stock. */
                    inStock?: boolean;
                    /**
                     * Format: date-time
                     * @description Only with `inStock: false`: when the item is in stock again by itself. null means never. `inStock: true` cancels it.
                     */
                    inStockAgainAt?: string | null;
                    /** @description Price. null means no price; 0 means free. */
                    price?: number | null;
                    /** @description Calories. */
                    calories?: number | null;
                    /** @description Name of the item. It must not be blank. */
                    name?: string;
                    /** @description Description. */
                    description?: string | null;
                    /** @description Tags. */
                    tags?: string[];
                };
                /**
                 * @example {
                 *       "inStock": false,
                 *       "price": 6.5
                 *     }
                 */
                "application/merge-patch+json": {
                    /** @description Whether it is in stock. */
                    inStock?: boolean;
                    /**
                     * Format: date-time
                     * @description Only with `inStock: false`: when the item is in stock again by itself. null means never. `inStock: true` cancels it.
                     */
                    inStockAgainAt?: string | null;
                    /** @description Price. null means no price; 0 means free. */
                    price?: number | null;
                    /** @description Calories. */
                    calories?: number | null;
                    /** @description Name of the item. It must not be blank. */
                    name?: string;
                    /** @description Description. */
                    description?: string | null;
                    /** @description Tags. */
                    tags?: string[];
                };
            };
        };
        responses: {
            /** @description The item, as `GET /v1/groups` shows it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "metadata": {
                     *         "items": {
                     *           "total": 0
                     *         }
                     *       },
                     *       "id": "26aa3de9-7a36-4432-ab0c-053d5f8c19d5",
                     *       "name": "Tomato and Basil Soup",
                     *       "description": "With grilled sourdough",
                     *       "price": 6.5,
                     *       "calories": 240,
                     *       "tags": [
                     *         "diet:vegan",
                     *         "serve:hot"
                     *       ],
                     *       "inStock": false,
                     *       "items": []
                     *     }
                     */
                    "application/json": components["schemas"]["Item"];
                };
            };
            /** @description The body is invalid. The message begins with the JSON pointer of the first error: `/price: must be a number or null`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid: `Invalid API key`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key lacks the scope: `Invalid scopes`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such item, or its menu is not granted to the key: `Item not found`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Several menus of the key have an item with this ID, and `menu` names none of them. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `If-Match` does not list the content of the menu, or there is an `If-None-Match`. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 2,668,384 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The URL is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests, or requests with this key are sending too many bytes at once; retry after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are too large, or too many. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the service is overloaded; retry after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replaceMenu: {
        parameters: {
            query?: {
                /** @description Whether the menu may lose more than half of at least 10 items. */
                allowRemovals?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description Menu ID.
                 * @example 5303e8e5-d12b-45d6-aad5-5950c0f65a95
                 */
                menuId: string;
            };
            cookie?: never;
        };
        /** @description A menu as in an import file. Fields that are left out get their defaults. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "All Day",
                 *       "groups": [
                 *         {
                 *           "id": "starters",
                 *           "name": "Starters",
                 *           "items": [
                 *             {
                 *               "id": "soup",
                 *               "name": "Tomato Soup",
                 *               "price": 6.5
                 *             }
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The ID in the path. It may be left out. */
                    id?: string;
                    /** @description Ignored. */
                    metadata?: Record<string, never>;
                    /** @description Name of the menu. It must not be blank. */
                    name: string;
                    location?: {
                        /** @description Where the menu is served. */
                        name?: string | null;
                        /** @description The restaurant that serves it. */
                        restaurantName?: string | null;
                    } | null;
                    /** @description The top-level groups. */
                    groups?: components["schemas"]["GroupBody"][];
                };
            };
        };
        responses: {
            /** @description What has changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "added": 1,
                     *       "changed": 0,
                     *       "removed": 0
                     *     }
                     */
                    "application/json": components["schemas"]["MenuChanges"];
                };
            };
            /** @description The body is invalid. The message begins with the JSON pointer of the first error: `/price: must be a number or null`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid: `Invalid API key`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key lacks the scope: `Invalid scopes`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such menu, or it is not granted to the key: `Menu not found`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The menu would lose more than half of at least 10 items, and `allowRemovals` is not `true`; or it has more than 25,000 groups and items now. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `If-Match` does not list the content of the menu, or there is an `If-None-Match`. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 5,242,880 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The URL is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests, or requests with this key are sending too many bytes at once; retry after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are too large, or too many. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the service is overloaded; retry after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Lobby board",
                 *       "menus": [
                 *         "lunch"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description What the key is for. It must not be blank. */
                    name: string;
                    /** @description Menus that the new key may read. The key of the request must be able to read them. */
                    menus: string[];
                    /** @description Scopes of the new key, none by default. The key of the request must have them. */
                    scopes?: string[];
                    /**
                     * Format: date-time
                     * @description When the new key expires: by default, with the key of the request.
                     */
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            /** @description The new key. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_0123456789abcdef",
                     *       "key": "sgn_…"
                     *     }
                     */
                    "application/json": components["schemas"]["NewKey"];
                };
            };
            /** @description The body is invalid. The message begins with the JSON pointer of the first error: `/price: must be a number or null`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid: `Invalid API key`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key lacks the scope: `Invalid scopes`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such menu, or it is not granted to the key of the request: `Menu not found`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 2,668,384 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The URL is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests, or requests with this key are sending too many bytes at once; retry after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are too large, or too many. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the service is overloaded; retry after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    reportHeartbeat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Device ID. A MAC address may be in upper or lower case, with colons or hyphens.
                 * @example c4:23:60:91:c0:03
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The heartbeat is stored. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is invalid. The message begins with the JSON pointer of the first error: `/price: must be a number or null`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid: `Invalid API key`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key lacks the scope: `Invalid scopes`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such device, or the user of the key may not update it: `Device not found`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1,024 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The URL is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests, or requests with this key are sending too many bytes at once; retry after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are too large, or too many. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the service is overloaded; retry after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    muteDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Device ID. A MAC address may be in upper or lower case, with colons or hyphens.
                 * @example c4:23:60:91:c0:03
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "until": "2030-01-31T06:00:00+01:00"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description Until when nobody is alerted: at most 7 days from now.
                     */
                    until: string;
                };
            };
        };
        responses: {
            /** @description Until when the device is muted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "muted_until": "2030-01-31T05:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Mute"];
                };
            };
            /** @description The body is invalid. The message begins with the JSON pointer of the first error: `/price: must be a number or null`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid: `Invalid API key`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key lacks the scope: `Invalid scopes`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such device, or the access is missing: `Device not found`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1,024 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The URL is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests, or requests with this key are sending too many bytes at once; retry after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are too large, or too many. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the service is overloaded; retry after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    unmuteDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Device ID. A MAC address may be in upper or lower case, with colons or hyphens.
                 * @example c4:23:60:91:c0:03
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device is not muted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request or one of its parameters is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid: `Invalid API key`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key lacks the scope: `Invalid scopes`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such device, or the access is missing: `Device not found`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1,024 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The URL is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; retry after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are too large, or too many. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the service is overloaded; retry after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    muteSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Site ID.
                 * @example quayside
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "until": "2030-01-31T06:00:00+01:00"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description Until when nobody is alerted: at most 7 days from now.
                     */
                    until: string;
                };
            };
        };
        responses: {
            /** @description Until when the site is muted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "muted_until": "2030-01-31T05:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Mute"];
                };
            };
            /** @description The body is invalid. The message begins with the JSON pointer of the first error: `/price: must be a number or null`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid: `Invalid API key`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key lacks the scope: `Invalid scopes`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such site, or the access is missing: `Site not found`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1,024 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The URL is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests, or requests with this key are sending too many bytes at once; retry after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are too large, or too many. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the service is overloaded; retry after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    unmuteSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Site ID.
                 * @example quayside
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The site is not muted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request or one of its parameters is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid: `Invalid API key`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key lacks the scope: `Invalid scopes`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such site, or the access is missing: `Site not found`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1,024 bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The URL is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; retry after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are too large, or too many. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable, or the service is overloaded; retry after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
