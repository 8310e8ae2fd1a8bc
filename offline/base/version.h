/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OFFLINE_VERSION_H
#define OFFLINE_VERSION_H

#define TOOL_NAME "algoprof"
#define TOOL_VERSION "0.1"

#endif
